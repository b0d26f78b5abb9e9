import { startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { createSnapshots } from '#dist/network/devnet/snapshots.js';
import type { Engine } from '#dist/stacks/engine/engine.js';
import type { SavedMoment } from '#dist/stacks/history/saved-states.js';
import { testCache } from '../../cache.js';

/** The snapshots of an engine whose restore lasts until `finish`, and what was kept by id. */
function snapshots() {
  const kept = new Map<string, string[]>();
  const state = { height: 120 };
  const restored: string[] = [];
  const deleted: string[] = [];
  let finish: (() => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  let next = 1;
  const engine = {
    async snapshot(onTaken?: () => void) {
      onTaken?.();
      // What happens until the caller has the id is not part of the snapshot.
      state.height += 1;
      return `s${next++}`;
    },
    restore: (id: string) => {
      restored.push(id);
      return new Promise<void>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    },
    deleteSnapshot: async (id: string) => void deleted.push(id),
    tips: () => ({ bitcoin: { height: state.height, hash: '' }, stacks: { height: 7, hash: '', burnHeight: 120 } }),
  } as Partial<Engine> as Engine;
  const saved = {
    present: (): SavedMoment => new Map([[`${state.height}`, () => undefined]]),
    keep: (id: string, moment: SavedMoment) => void kept.set(id, [...moment.keys()]),
    forget: (id: string) => void kept.delete(id),
  };
  const own = createSnapshots(engine, saved);
  return { ...own, kept, restored, deleted, finish: () => finish?.(), fail: (error: Error) => fail?.(error) };
}

test('default: a snapshot has its id as its name, and the heights of its moment', async () => {
  const { take, list, kept } = snapshots();
  const id = await take();
  await take('clean');

  expect(id).toBe('s1');
  expect(list()).toMatchObject([
    { id: 's1', name: 's1', heights: { bitcoin: 120, stacks: 7 } },
    { id: 's2', name: 'clean', heights: { bitcoin: 121, stacks: 7 } },
  ]);
  expect([...kept]).toEqual([
    ['s1', ['120']],
    ['s2', ['121']],
  ]);
});

test.each(['', 'x'.repeat(201), 7, null])('error: the name %o', async (name) => {
  await expect(snapshots().take(name as string)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'name' });
});

test('a name has up to 200 characters', async () => {
  const { take, list } = snapshots();
  await take('x'.repeat(200));

  expect(list()).toHaveLength(1);
});

test('behavior: during a restore, no other one begins, and snapshots are neither taken nor removed', async () => {
  const { take, restore, restoreLoaded, remove, list, finish, restored } = snapshots();
  const id = await take();
  const order: string[] = [];
  const restoring = restore(id, async () => void order.push(`before ${restored.length}`));
  await expect.poll(() => restored).toEqual([id]);
  for (const call of [restore(id), restoreLoaded('loaded', async () => undefined), take(), remove(id)]) {
    await expect(call).rejects.toMatchObject({ code: 'BUSY', message: 'a snapshot is being restored' });
  }
  finish();
  await restoring;

  expect(order).toEqual(['before 0']);
  expect(list()).toHaveLength(1);
  await take();
  expect(list()).toHaveLength(2);
});

test('behavior: a restore that fails is over', async () => {
  const { take, restore, fail, restored } = snapshots();
  const id = await take();
  const restoring = restore(id);
  await expect.poll(() => restored).toHaveLength(1);
  fail(new Error('the node died'));
  await expect(restoring).rejects.toThrow('the node died');

  expect(await take()).toBe('s2');
});

test('a removed snapshot is forgotten, and cannot be restored', async () => {
  const { take, restore, remove, list, kept, deleted, restored } = snapshots();
  const [first, second] = [await take(), await take()];
  await remove(first);

  expect([list().map(({ id }) => id), [...kept.keys()], deleted]).toEqual([[second], [second], [first]]);
  await expect(restore(first)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    field: 'id',
    message: `the snapshot "${first}" was deleted. The snapshots are ${second}.`,
  });
  await expect(remove(first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(restored).toEqual([]);
});

test('error: an unknown id', async () => {
  const { take, restore, remove } = snapshots();
  const message = 'no snapshot has the id "x". Take one with devnet.snapshot().';
  await expect(restore('x')).rejects.toMatchObject({ code: 'NOT_FOUND', message });
  await take();
  await take();
  await expect(remove('x')).rejects.toMatchObject({ message: 'no snapshot has the id "x". The snapshots are s1, s2.' });
});

test.each(['never', 'before the snapshot', 'after the reorganisation'])(
  'behavior: a restore undoes a reorganisation below the start, with the history first read %s',
  async (read) => {
    for (const mined of [0, 2]) {
      await using devnet = await startDevnet({ cache: testCache });
      const latest = async () => (await fetch(`${devnet.urls.gateway}/extended/v2/blocks/latest`)).json() as Promise<{ height: number }>;
      if (mined > 0) await devnet.stacks.mine(mined);
      if (read === 'before the snapshot') await latest();
      const { height, hash } = (await devnet.status()).stacks;
      const id = await devnet.snapshot();
      await devnet.chaos.reorg({ blocks: 5 });
      if (read === 'after the reorganisation') await latest();
      await devnet.restore(id);
      // A state file whose history is of another branch is refused.
      await devnet.loadState(await devnet.dumpState());
      expect(await latest()).toMatchObject({ height, index_block_hash: hash });
    }
  },
);
