import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedEngine } from '#dist/engines/embedded/engine.js';
import { keptChain } from '#dist/engines/embedded/kept-chain.js';
import { testCache } from '../../cache.js';
import { engineOptions } from '../../contract/engine.js';
import { temporaryFolder } from '../../disposable-folder.js';

const { funding } = engineOptions;
const chain = Uint8Array.of(1, 2, 3);

test('default: what is written is read, for the same height and funding', async () => {
  await using dir = await temporaryFolder('kept-chain');
  const cache = { dir: dir.path, enabled: true };
  keptChain(cache, 141, funding).write(chain);
  expect(keptChain(cache, 141, funding).read()).toEqual(Buffer.from(chain));
  expect(keptChain(cache, 161, funding).read()).toBeUndefined();
  expect(keptChain(cache, 141, { ...funding, bitcoin: [] }).read()).toBeUndefined();
  expect(keptChain(cache, 141, { ...funding, coinbaseKey: '11'.repeat(32) }).read()).toBeUndefined();
  // Other balances of Stacks need no other blocks.
  expect(keptChain(cache, 141, { ...funding, stacks: [] }).read()).toBeDefined();
});

test('behavior: a damaged file counts as none, a disabled cache has none', async () => {
  await using dir = await temporaryFolder('kept-chain');
  const cache = { dir: dir.path, enabled: true };
  keptChain(cache, 141, funding).write(chain);
  expect(keptChain({ ...cache, enabled: false }, 141, funding).read()).toBeUndefined();
  const folder = path.join(dir.path, 'bitcoin-chain');
  const file = path.join(folder, (await readdir(folder))[0] ?? '');
  await writeFile(file, (await readFile(file)).subarray(0, -1));
  expect(keptChain(cache, 141, funding).read()).toBeUndefined();
  await writeFile(file, '');
  expect(keptChain(cache, 141, funding).read()).toBeUndefined();
});

test('behavior: eight chains are kept, and nothing unfinished', async () => {
  await using dir = await temporaryFolder('kept-chain');
  const cache = { dir: dir.path, enabled: true };
  for (let height = 1; height <= 10; height++) keptChain(cache, height, funding).write(chain);
  expect(await readdir(path.join(dir.path, 'bitcoin-chain'))).toHaveLength(8);
});

// If this hash changes, raise FORMAT in kept-chain.ts: users have files with the old blocks.
const TIP = '4b20d9415e419d2a2ec1784fc51bcf43dc83d74d3fb4f83e6bdd4c2a12a7a6b3';

test('behavior: a boot makes the same blocks with and without the file', async () => {
  await using dir = await temporaryFolder('kept-chain');
  const tips: unknown[] = [];
  const steps: string[][] = [];
  for (const cache of [testCache, { dir: dir.path, enabled: true }, { dir: dir.path, enabled: true }]) {
    const taken: string[] = [];
    steps.push(taken);
    const engine = await startEmbeddedEngine({ ...engineOptions, cache, onProgress: (step) => taken.push(step) });
    const [mined] = await engine.mineBitcoin(1);
    tips.push({ ...engine.tips(), mined });
    await engine.close();
  }
  expect(tips[1]).toMatchObject({ bitcoin: { hash: TIP } });
  expect(tips[0]).toEqual(tips[1]);
  expect(tips[2]).toEqual(tips[1]);
  // The last boot had the file.
  expect(steps.slice(1)).toEqual([[expect.stringMatching(/^mining/)], []]);
});
