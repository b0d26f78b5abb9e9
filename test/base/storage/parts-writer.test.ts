import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartsImage } from '#dist/base/storage/parts-image.js';
import { PartsWriter } from '#dist/base/storage/parts-writer.js';
import { FULL_LENGTH } from '../../full-length.js';

type Item = { readonly text: string };
type State = { name: string; chain: Item[]; pending: Item[] };

/** Writes a state as a chain with its number of blocks, a list in JSON, and a name. */
async function write(parts: PartsWriter, { name, chain, pending }: State): Promise<void> {
  const part = parts.part('state');
  const before = part.written<Item>();
  const [first] = chain;
  const gone = first === undefined ? 0 : Math.max(0, before.indexOf(first));
  let kept = 0;
  while (kept < chain.length && before[gone + kept] === chain[kept]) kept++;
  await part.tail({ gone, kept, rest: chain.slice(kept) }, (writer, { text }) => writer.text(text));
  await part.list(pending, (writer, { text }) => writer.text(text));
  await part.sized(async () => {
    part.whole((writer) => writer.raw(Buffer.from('[')));
    await part.json(pending, (item) => JSON.stringify(item));
    part.whole((writer) => writer.raw(Buffer.from(']')));
  });
  part.whole((writer) => writer.text(name));
}

async function bytesOf(state: State): Promise<Buffer> {
  const parts = new PartsWriter();
  await write(parts, state);
  const image = new PartsImage();
  image.apply(parts.changes());
  return Buffer.from(image.parts().get('state') ?? []);
}

const step = fc.record({
  forgotten: fc.nat(2),
  leave: fc.nat(4),
  enter: fc.array(fc.string(), { maxLength: 3 }),
  gone: fc.array(fc.nat(20), { maxLength: 6 }),
  come: fc.array(fc.string(), { maxLength: 4 }),
  moved: fc.boolean(),
  name: fc.string({ maxLength: 5 }),
});

test('default: changes make the bytes that a state has when it is written at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const parts = new PartsWriter();
      const image = new PartsImage();
      let state: State = { name: '', chain: [], pending: [] };
      for (const { forgotten, leave, enter, gone, come, moved, name } of steps) {
        const left = state.pending.filter((_, index) => !gone.includes(index));
        const stayed = moved ? [...left.slice(1), ...left.slice(0, 1)] : left;
        state = {
          name: moved ? `${state.name}${name}` : name,
          chain: [...state.chain.slice(forgotten, Math.max(0, state.chain.length - leave)), ...enter.map((text) => ({ text }))],
          pending: [...stayed, ...come.map((text) => ({ text }))],
        };
        await write(parts, state);
        image.apply(parts.changes());
        const bytes = await bytesOf(state);
        expect(Buffer.from(image.parts().get('state') ?? [])).toEqual(bytes);
        const copy = new PartsImage();
        copy.add('state', bytes, parts.layout().get('state') ?? []);
        expect([...copy.parts().values()].map((each) => Buffer.from(each))).toEqual([bytes]);
      }
    }),
    { numRuns: FULL_LENGTH ? 300 : 60 },
  );
});

test('behavior: what stays is not written again', async () => {
  const parts = new PartsWriter();
  const items = Array.from({ length: 1000 }, (_, index): Item => ({ text: `item ${index}` }));
  const state = { name: 'a', chain: items, pending: items };
  await write(parts, state);
  parts.changes();
  await write(parts, state);
  expect(parts.changes().size).toBe(0);
  const more = { text: 'more' };
  await write(parts, { name: 'b', chain: [...items, more], pending: [...items.slice(1, 500), ...items.slice(501), more] });
  const [changes = []] = [...parts.changes().values()];
  expect(changes.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(100);
  expect(changes.length).toBeLessThan(14);
});

test('behavior: a part that is emptied is not there, and may come back', async () => {
  const parts = new PartsWriter();
  const image = new PartsImage();
  const state = { name: 'a', chain: [{ text: 'x' }], pending: [{ text: 'y' }] };
  for (const isThere of [true, false, true]) {
    if (isThere) await write(parts, state);
    else parts.part('state').clear();
    image.apply(parts.changes());
    expect(image.parts().has('state')).toBe(isThere);
  }
  expect(Buffer.from(image.parts().get('state') ?? [])).toEqual(await bytesOf(state));
});

test('error: changes of another state', () => {
  const image = new PartsImage();
  const splice = { section: 0, at: 5, removed: 0, bytes: Buffer.from('a') };
  expect(() => image.apply(new Map([['state', [splice]]]))).toThrow('bytes 5 to 5 of 0 are replaced');
  expect(() => image.apply(new Map([['state', [{ ...splice, section: 1_000 }]]]))).toThrow('no section 1000');
  expect(() => image.add('state', Buffer.from('abc'), [1, 1])).toThrow('sections of 2 bytes in a part of 3 bytes');
});
