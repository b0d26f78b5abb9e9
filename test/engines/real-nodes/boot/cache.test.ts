import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';
import { planTimeline } from '#dist/engines/common/boot-plan/timeline.js';
import { EMPTY_CHAIN } from '#dist/engines/common/follow/stacks-chain.js';
import { createBootCache } from '#dist/engines/real-nodes/boot/cache.js';
import { engineOptions } from '../../../contract/engine.js';

const program = { version: '4.0.2', identity: 'a digest' };
const state = { time: 1_700_000_000_000, bitcoin: { height: 123, hash: 'ab' }, stacks: EMPTY_CHAIN, mempool: [] };

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'boot-cache-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function cacheOf(changes: { identity?: string; rewardLength?: number; preparation?: string } = {}) {
  const { identity = program.identity, rewardLength = 20, preparation } = changes;
  const options = { ...engineOptions, pox: { rewardLength, prepareLength: 5 } };
  const programs = { bitcoind: program, 'stacks-node': { ...program, identity }, 'stacks-signer': program };
  const timeline = planTimeline({ ...options, epoch: '3.4' });
  return createBootCache(dir, { programs, keys: networkKeys(1), options, timeline }, preparation);
}

async function save(folder: string) {
  await mkdir(join(folder, 'regtest'), { recursive: true });
  await writeFile(join(folder, 'regtest', 'blocks.dat'), 'a block');
  return state;
}

test('default: finds a stored state', async () => {
  expect(await cacheOf().find()).toBeUndefined();
  await cacheOf().keep(save);
  const found = await cacheOf().find();
  expect(found?.state).toEqual(state);
  expect(await readdir(found?.folder ?? '')).toEqual(['regtest']);
});

test('behavior: the key depends on programs and settings', async () => {
  await cacheOf().keep(save);
  expect(await cacheOf({ identity: 'another digest' }).find()).toBeUndefined();
  expect(await cacheOf({ rewardLength: 30 }).find()).toBeUndefined();
});

test('behavior: the key depends on the preparation', async () => {
  await cacheOf({ preparation: 'a plan' }).keep(save);
  expect(await cacheOf({ preparation: 'a plan' }).find()).toBeDefined();
  expect(await cacheOf({ preparation: 'another plan' }).find()).toBeUndefined();
  expect(await cacheOf().find()).toBeUndefined();
});

test('behavior: a changed file invalidates the state and removes it', async () => {
  await cacheOf().keep(save);
  const { folder } = (await cacheOf().find()) ?? { folder: '' };
  await truncate(join(folder, 'regtest', 'blocks.dat'), 3);
  expect(await cacheOf().find()).toBeUndefined();
  expect(await readdir(dir)).toEqual([]);
});

test('behavior: an entry that is not JSON invalidates the state', async () => {
  await cacheOf().keep(save);
  const { folder } = (await cacheOf().find()) ?? { folder: '' };
  await truncate(join(folder, '..', 'entry.json'), 10);
  expect(await cacheOf().find()).toBeUndefined();
});

test('behavior: several boots can store their state at once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => cacheOf().keep(save)));
  expect((await cacheOf().find())?.state).toEqual(state);
  expect(await readdir(dir)).toHaveLength(1);
});

test('behavior: a state from which a boot failed stays until the next one replaces it', async () => {
  const first = cacheOf();
  await first.keep(save);
  first.distrust();
  expect((await cacheOf().find())?.state).toEqual(state);
  const later = { ...state, time: state.time + 1 };
  // A cache that trusts the state leaves it.
  await cacheOf().keep(async (folder) => ({ ...(await save(folder)), ...later }));
  expect((await cacheOf().find())?.state).toEqual(state);
  await first.keep(async (folder) => ({ ...(await save(folder)), ...later }));
  expect((await cacheOf().find())?.state).toEqual(later);
  expect(await readdir(dir)).toHaveLength(1);
});

test('behavior: a state from which a boot failed may be gone when it is replaced', async () => {
  const cache = cacheOf();
  cache.distrust();
  await cache.keep(save);
  expect((await cacheOf().find())?.state).toEqual(state);
});

test('behavior: a failed save leaves no files', async () => {
  const failing = cacheOf().keep(async (folder) => {
    await save(folder);
    throw new Error('no space left');
  });
  await expect(failing).rejects.toThrow('no space left');
  expect(await readdir(dir)).toEqual([]);
});

test('behavior: removes the least recently used states and old unfinished ones', async () => {
  const old = new Date(Date.now() - 86_400_000);
  await mkdir(join(dir, '.partial-old'));
  await utimes(join(dir, '.partial-old'), old, old);
  await cacheOf({ identity: 'first' }).keep(save);
  const [first = ''] = (await readdir(dir)).filter((name) => !name.startsWith('.'));
  await utimes(join(dir, first), old, old);
  for (const identity of ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']) await cacheOf({ identity }).keep(save);
  expect(await readdir(dir)).toHaveLength(6);
  expect(await cacheOf({ identity: 'first' }).find()).toBeUndefined();
  expect(await cacheOf({ identity: 'seventh' }).find()).toBeDefined();
});
