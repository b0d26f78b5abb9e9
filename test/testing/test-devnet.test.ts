import { expect, test } from 'vitest';
import { createTestDevnet } from '#dist/testing/test-devnet.js';
import { bootDevnet } from '../devnet.js';

/** Hooks that a test calls by itself. */
function hooks() {
  const before: (() => Promise<void>)[] = [];
  const after: (() => Promise<void>)[] = [];
  const beforeEach: (() => Promise<void>)[] = [];
  const afterEach: (() => Promise<void>)[] = [];
  const into = (list: (() => Promise<void>)[]) => (task: () => Promise<void>) => void list.push(task);
  const all = { before: into(before), after: into(after), beforeEach: into(beforeEach), afterEach: into(afterEach) };
  return { before, after, beforeEach, afterEach, hooks: all };
}
const run = async (tasks: (() => Promise<void>)[]): Promise<void> => {
  for (const task of tasks) await task();
};

test('default: open from the first hook to the last, and back where it was', async () => {
  await using devnet = await bootDevnet();
  const start = await devnet.status();
  const closed: string[] = [];
  const { before, after, hooks: own } = hooks();
  const net = createTestDevnet(async () => Object.assign(Object.create(devnet), { close: async () => void closed.push('closed') }), own, {
    restore: true,
  });
  expect(() => net.devnet).toThrow(expect.objectContaining({ code: 'NOT_READY' }));
  await expect(net.account()).rejects.toMatchObject({ code: 'NOT_READY' });
  await run(before);
  const [alice, bob] = await Promise.all([net.account({ stx: 5n, btc: 0n }), net.account({ stx: 0n, btc: 600n, name: 'bob' })]);
  expect(alice.stx.address).not.toBe(bob.stx.address);
  expect(bob).toMatchObject({ name: 'bob', privateKey: expect.stringMatching(/^[0-9a-f]{64}01$/) });
  expect((await devnet.status()).bitcoin.height).toBeGreaterThan(start.bitcoin.height);
  await run(after);
  expect((await devnet.status()).bitcoin).toEqual(start.bitcoin);
  expect(await devnet.snapshots()).toEqual([]);
  expect(closed).toEqual(['closed']);
});

test('behavior: with isolate, each test has a copy of what the hooks before all tests made', async () => {
  await using devnet = await bootDevnet();
  const { before, after, beforeEach, afterEach, hooks: own } = hooks();
  const net = createTestDevnet(async () => devnet, own, { isolate: 'test' });
  await run(before);
  expect(net.devnet).toBe(devnet);
  await net.devnet.stacks.mine();
  const { height } = (await devnet.status()).stacks;
  for (let test = 0; test < 2; test++) {
    await run(beforeEach);
    expect((await net.devnet.status()).stacks.height).toBe(height);
    await net.account({ btc: 0n });
    const copy = net.devnet;
    await run(afterEach);
    await expect(copy.status()).rejects.toMatchObject({ code: 'NOT_READY' });
  }
  expect((await devnet.status()).stacks.height).toBe(height);
  await run(after);
});

test('error: an unknown isolation', () => {
  expect(() => createTestDevnet(() => bootDevnet(), hooks().hooks, { isolate: 'file' as never })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field: 'isolate' }),
  );
});

test('error: the hook reports a network that does not open, and nothing needs to be closed', async () => {
  const { before, after, hooks: own } = hooks();
  createTestDevnet(() => Promise.reject(new Error('no room')), own);
  await expect(run(before)).rejects.toThrow('no room');
  await run(after);
});
