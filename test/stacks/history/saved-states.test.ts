import { expect, test } from 'vitest';
import type { PartWriter } from '#dist/base/storage/part-writer.js';
import { PartsImage } from '#dist/base/storage/parts-image.js';
import { PartsWriter } from '#dist/base/storage/parts-writer.js';
import { createSavedStates, type SavedPart } from '#dist/stacks/history/saved-states.js';

/** A part whose state is one text. */
function part(log: string[], name: string): SavedPart & { text: string | undefined } {
  const returnTo = (text: string | undefined) => () => {
    own.text = text;
    log.push(name);
  };
  const own = {
    text: undefined as string | undefined,
    save: () => returnTo(own.text),
    isOptional: name === 'bridge',
    reset: returnTo(undefined),
    write(written: PartWriter) {
      if (own.text === undefined) written.clear();
      else written.wholeBytes(Buffer.from(own.text));
    },
    load: async (bytes: Uint8Array) => returnTo(Buffer.from(bytes).toString()),
  };
  return own;
}

const TIPS = { bitcoin: { height: 0 }, stacks: { height: 0, hash: '' } };

function network() {
  const log: string[] = [];
  const saved = createSavedStates();
  const [history, bridge] = [part(log, 'history'), part(log, 'bridge')];
  saved.add('history', history);
  saved.add('bridge', bridge);
  return { log, saved, history, bridge };
}

test('behavior: all parts return to a state, in their order, as often as wanted', () => {
  const { log, saved, history, bridge } = network();
  history.text = 'one';
  saved.keep('s1', saved.present());
  for (let run = 0; run < 2; run++) {
    [history.text, bridge.text] = ['two', 'deposit'];
    saved.restore('s1');
    expect([history.text, bridge.text]).toEqual(['one', undefined]);
  }
  expect(log).toEqual(['history', 'bridge', 'history', 'bridge']);
});

test('behavior: a part without a state for a snapshot is reset', () => {
  const { saved, history, bridge } = network();
  [history.text, bridge.text] = ['one', 'deposit'];
  saved.keep('s1', saved.present());
  saved.forget('s1');
  saved.restore('s1');
  expect([history.text, bridge.text]).toEqual([undefined, undefined]);
});

test('behavior: bytes of one network become a state of another', async () => {
  const first = network();
  first.history.text = 'one';
  const parts = new PartsWriter();
  await first.saved.write(parts);
  const image = new PartsImage();
  image.apply(parts.changes());
  const bytes = image.parts();
  expect([...bytes.keys()]).toEqual(['history']);
  const second = network();
  second.bridge.text = 'deposit';
  await second.saved.load('loaded', bytes, TIPS);
  expect(second.bridge.text).toBe('deposit');
  second.saved.restore('loaded');
  expect([second.history.text, second.bridge.text]).toEqual(['one', undefined]);
});

test('error: a part that is missing, though the network always writes it', async () => {
  await expect(network().saved.load('loaded', new Map(), TIPS)).rejects.toThrow('history: expected a part with this name, received none');
});
