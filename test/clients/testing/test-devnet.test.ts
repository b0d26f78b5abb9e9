import { connectDevnet, startDevnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { createTestDevnet, type Hooks, type OpenedNetwork, type TestDevnetOptions } from '#dist/clients/testing/test-devnet.js';
import { testCache } from '../../cache.js';
import { bootDevnet } from '../../devnet.js';
import { FULL_LENGTH } from '../../full-length.js';

const COUNT = FULL_LENGTH ? 64 : 24;

type Task = () => Promise<void>;

/** Hooks that a test calls by itself. */
function hooks() {
  const before: Task[] = [];
  const after: Task[] = [];
  const beforeEach: ((test: object) => Promise<void>)[] = [];
  const afterEach: ((test: object) => Promise<void>)[] = [];
  const all: Hooks = {
    before: (task) => void before.push(task),
    after: (task) => void after.push(task),
    beforeEach: (task) => void beforeEach.push(task),
    afterEach: (task) => void afterEach.push(task),
    ambiguous: 'Say which.',
  };
  return { before, after, beforeEach, afterEach, hooks: all };
}

/** Hooks of a runner that lets a task run each test. */
function aroundHooks() {
  const { before, after, hooks: all } = hooks();
  let around: (test: Task) => Promise<void> = (test) => test();
  const own: Hooks = { ...all, around: (task) => (around = task) };
  return { before, after, hooks: own, run: (test: Task) => around(test) };
}

const run = async (tasks: Task[]): Promise<void> => {
  for (const task of tasks) await task();
};
const runWith = async (tasks: ((test: object) => Promise<void>)[], test: object): Promise<void> => {
  for (const task of tasks) await task(test);
};

test('default: open from the first hook to the last, and back where it was', async () => {
  await using devnet = await bootDevnet();
  const start = await devnet.status();
  const closed: string[] = [];
  const { before, after, hooks: own } = hooks();
  const opened = Object.assign(Object.create(devnet), { close: async () => void closed.push('closed') });
  const net = createTestDevnet(async () => ({ devnet: opened, isShared: true }), own, { restore: true });
  expect(() => net.devnet).toThrow('the devnet is not open yet. Use it in tests and hooks, not at the top of the file.');
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

describe("per: 'file'", () => {
  test('behavior: a shared network is copied, and one that is the own of the file is not', async () => {
    await using devnet = await bootDevnet();
    const { stacks } = await devnet.status();
    for (const isShared of [true, false]) {
      const { before, after, hooks: own } = hooks();
      const opened = isShared ? Object.assign(Object.create(devnet), { close: async () => undefined }) : await devnet.clone();
      const net = createTestDevnet(async () => ({ devnet: opened, isShared }), own, { per: 'file' });
      await run(before);
      const used = net.devnet;
      expect(used === opened).toBe(!isShared);
      await used.stacks.mine();
      await run(after);
      await expect(used.status()).rejects.toMatchObject({ code: 'NOT_READY' });
    }
    expect((await devnet.status()).stacks).toEqual(stacks);
  });

  test('error: a network that cannot be copied is closed', async () => {
    const { before, hooks: own } = hooks();
    let closed = 0;
    const opened = { clone: () => Promise.reject(new Error('no copy')), close: async () => void closed++ };
    createTestDevnet(async () => ({ devnet: opened as never, isShared: true }), own, { per: 'file' });
    await expect(run(before)).rejects.toThrow('no copy');
    expect(closed).toBe(1);
  });
});

describe("per: 'test'", () => {
  const open = async (): Promise<OpenedNetwork> => ({ devnet: await bootDevnet(), isShared: false });

  test('behavior: each test has a copy of what the hooks before all tests made', async () => {
    const { before, after, beforeEach, afterEach, hooks: own } = hooks();
    const net = createTestDevnet(open, own, { per: 'test' });
    await run(before);
    const file = net.devnet;
    await net.devnet.stacks.mine();
    const { height } = (await file.status()).stacks;
    for (let index = 0; index < 2; index++) {
      const context = {};
      await runWith(beforeEach, context);
      expect((await net.devnet.status()).stacks.height).toBe(height);
      expect(net.of(context).devnet).toBe(net.devnet);
      await net.account({ btc: 0n });
      const copy = net.devnet;
      await runWith(afterEach, context);
      await expect(copy.status()).rejects.toMatchObject({ code: 'NOT_READY' });
      expect(() => net.of(context).devnet).toThrow(expect.objectContaining({ code: 'NOT_READY' }));
    }
    expect((await file.status()).stacks.height).toBe(height);
    await run(after);
  });

  test('behavior: while several tests run, each has to say which it is', async () => {
    const { before, after, beforeEach, afterEach, hooks: own } = hooks();
    const net = createTestDevnet(open, own, { per: 'test' });
    await run(before);
    const [one, two] = [{}, {}];
    await Promise.all([runWith(beforeEach, one), runWith(beforeEach, two)]);
    expect(() => net.devnet).toThrow(expect.objectContaining({ code: 'NOT_READY', hint: 'Say which.' }));
    await net.of(one).devnet.stacks.mine(2);
    const height = async (context: object) => (await net.of(context).devnet.status()).stacks.height;
    expect((await height(one)) - (await height(two))).toBe(2);
    await runWith(afterEach, one);
    expect(net.devnet).toBe(net.of(two).devnet);
    await runWith(afterEach, two);
    await run(after);
  });

  test('behavior: many tests, eight at a time, see nothing of each other', async () => {
    const { before, after, hooks: own, run: runTest } = aroundHooks();
    const net = createTestDevnet(open, own, { per: 'test' });
    await run(before);
    const source = `(define-data-var n uint u0)
      (define-public (add (step uint)) (ok (var-set n (+ (var-get n) step))))
      (define-read-only (get-n) (var-get n))`;
    await net.devnet.stacks.deploy({ name: 'counter', source, as: 'deployer' });
    const start = await net.devnet.status();
    const isolated = async (index: number): Promise<void> => {
      const { devnet } = net;
      const counter = devnet.contract('counter');
      for (let call = 0; call <= index % 3; call++) await counter.call('add', [BigInt(index)], { as: 'wallet_1' });
      await net.devnet.bitcoin.mine((index % 2) + 1);
      expect(net.devnet).toBe(devnet);
      expect(await counter.read('get-n')).toBe(BigInt(index) * BigInt((index % 3) + 1));
      const wallet = (await devnet.balances()).find(({ name }) => name === 'wallet_1');
      expect(wallet?.stx.nonce).toBe((index % 3) + 1);
      expect((await devnet.status()).bitcoin.height - start.bitcoin.height).toBe((index % 2) + 1);
    };
    const queue = Array.from({ length: COUNT }, (_, index) => index);
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
          const own = index;
          await runTest(() => isolated(own));
          seen.push(own);
        }
      }),
    );
    expect(seen).toHaveLength(COUNT);
    expect((await net.devnet.status()).stacks).toEqual(start.stacks);
    expect(await net.devnet.contract('counter').read('get-n')).toBe(0n);
    await run(after);
  }, 60_000);

  test('behavior: over HTTP, too, without a further port', async () => {
    await using devnet = await startDevnet({ cache: testCache });
    const { before, after, hooks: own, run: runTest } = aroundHooks();
    const connected = await connectDevnet(devnet.urls.gateway);
    const net = createTestDevnet(async () => ({ devnet: connected, isShared: true }), own, { per: 'test' });
    await run(before);
    const { stacks } = await net.devnet.status();
    const gateways = new Set<string | undefined>();
    await Promise.all(
      [1, 2, 3].map((blocks) =>
        runTest(async () => {
          gateways.add(net.devnet.urls.gateway);
          await net.devnet.stacks.mine(blocks);
          expect((await net.devnet.status()).stacks.height).toBe(stacks.height + blocks);
        }),
      ),
    );
    expect(gateways.size).toBe(3);
    for (const gateway of gateways) expect(gateway).toMatch(`${devnet.urls.gateway}/devnet/v1/clones/`);
    await run(after);
    expect((await devnet.status()).stacks).toEqual(stacks);
  });

  test("error: a test's own network without per: 'test'", async () => {
    const { before, after, hooks: own } = hooks();
    const net = createTestDevnet(open, own);
    await run(before);
    expect(() => net.of({})).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field: 'per' }));
    await run(after);
  });
});

test.each<[object, string]>([
  [{ per: 'suite' }, 'per'],
  [{ per: 'test', restore: true }, 'restore'],
  [{ restore: 'yes' }, 'restore'],
  [{ isolate: 'test' }, 'isolate'],
])('error: the options %j', (options, field) => {
  expect(() => createTestDevnet(() => Promise.reject(new Error('not opened')), hooks().hooks, options as TestDevnetOptions)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field }),
  );
});

test('error: the hook reports a network that does not open, and nothing needs to be closed', async () => {
  const { before, after, hooks: own } = hooks();
  createTestDevnet(() => Promise.reject(new Error('no room')), own);
  await expect(run(before)).rejects.toThrow('no room');
  await run(after);
});
