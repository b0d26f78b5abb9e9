import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { followKeys } from '#dist/cli/keyboard.js';
import { type KeyInput, readKeys } from '#dist/cli/read-keys.js';
import type { StoryLine } from '#dist/tools/story/line.js';
import { emptyHome, main } from './child.js';

/** Presses keys on a network that records what happens. */
async function press(keys: string, { fails = false } = {}): Promise<{ done: string[]; said: StoryLine[] }> {
  const done: string[] = [];
  const said: StoryLine[] = [];
  let onKey: (key: string) => void = () => undefined;
  const act = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (fails) throw new Error('the node is gone');
    done.push(name);
    return `${name} ${done.length}` as never;
  };
  const stop = followKeys({
    context: {
      stdout: { write: (text) => void done.push(text), isTTY: true },
      readKeys: (listener) => {
        onKey = listener;
        return () => void done.push('stopped');
      },
    },
    devnet: () => ({
      bitcoin: { mine: act('mine') } as never,
      snapshot: act('snapshot'),
      restore: async (id) => void done.push(`restore ${id}`),
    }),
    printer: { say: (line) => void said.push(line) },
    output: { json: false },
    toggleRequests: () => true,
  });
  for (const key of keys) onKey(key);
  await expect.poll(() => done.length + said.length).toBeGreaterThanOrEqual(keys.replaceAll('x', '').length);
  stop();
  return { done, said };
}

test('default: keys mine, save, restore and clear, one after the other', async () => {
  const { done, said } = await press('msrcx');
  expect(done).toEqual(['mine', 'snapshot', 'restore snapshot 2', '\u001b[2J\u001b[3J\u001b[H', 'stopped']);
  expect(said.map(({ text }) => text)).toEqual(['saved snapshot snapshot 2; press r to restore it']);
});

test('default: help, requests, and a restore before a snapshot', async () => {
  const { said } = await press('?dr');
  expect(said.map(({ text }) => text)).toEqual([
    expect.stringContaining('m mines a Bitcoin block'),
    'requests to the gateway are shown',
    'no snapshot yet; press s to save one',
  ]);
});

test('error: a failure is a line, and the next key works', async () => {
  const { said } = await press('m?', { fails: true });
  expect(said).toMatchObject([{ tone: 'bad', text: 'm: the node is gone' }, {}]);
});

test('behavior: without a terminal, or with --json, no key is read', () => {
  const options = { devnet: () => ({}) as never, printer: { say: () => undefined }, toggleRequests: () => true };
  const readKeys = () => expect.fail('keys are read');
  const stdout = { write: () => undefined, isTTY: false };
  followKeys({ ...options, context: { stdout }, output: { json: false } })();
  followKeys({ ...options, context: { stdout, readKeys }, output: { json: true } })();
});

test('default: keys of a terminal, which it gets back', () => {
  const modes: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (mode: boolean) => void modes.push(mode),
    ...{ resume: () => input, pause: () => input, unref: () => input },
  }) as unknown as KeyInput & EventEmitter;
  const keys: string[] = [];
  const stop = readKeys(
    input,
    (key) => keys.push(key),
    () => true,
  );
  input.emit('data', Buffer.from('mé'));
  stop();
  input.emit('data', 's');
  expect({ keys, modes }).toEqual({ keys: ['m', 'é'], modes: [true, false] });
  expect(
    readKeys(
      input,
      () => undefined,
      () => false,
    )(),
  ).toBeUndefined();
  expect(modes).toHaveLength(2);
});

const pty = spawnSync('script', ['--version'], { encoding: 'utf8' });
test.skipIf(!pty.stdout?.includes('util-linux'))('behavior: in a real terminal, m mines and ? helps', async () => {
  using home = emptyHome();
  const command = `exec '${process.execPath}' '${main}' --ports auto --quiet`;
  const run = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env: home.env, cwd: home.path });
  const ended = once(run, 'close');
  let shown = '';
  run.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += stripVTControlCharacters(text);
  });
  await expect.poll(() => shown).toContain('bitcoin  http');
  run.stdin.write('m?');
  await expect.poll(() => shown).toContain('bitcoin  block 143 ');
  await expect.poll(() => shown).toContain('m mines a Bitcoin block');
  run.stdin.write('\u0003');
  expect(await ended).toEqual([0, null]);
});
