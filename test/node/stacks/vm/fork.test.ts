import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { Vm } from '#dist/node/stacks/vm/types.js';
import { call, DEPLOYER, deploy, IMAGES, mineOk, STRANGER, testVm, transfer, uint } from './support.js';

const COUNTER = '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) (ok (var-get n))))';
const count = (vm: Vm) => vm.dataVar(`${DEPLOYER}.counter`, 'n');

test.each([
  ['on disk', true],
  ['in memory only', false],
])('default: with the first memory %s, a fork and a fork of it continue from the state of their origin', async (_, enabled) => {
  const origin = await testVm({ cache: { dir: IMAGES, enabled } });
  const vms: Vm[] = [origin];
  try {
    await mineOk(origin, deploy('counter', COUNTER));
    await mineOk(origin, call('counter', 'add'));
    const held = await origin.capture({ ready: true });
    const fork = await origin.fork();
    vms.push(fork);
    // the origin keeps what it gave away
    await mineOk(origin, call('counter', 'add'));
    await origin.restore(held);
    const checkpoint = await fork.capture();
    await mineOk(fork, call('counter', 'add'));
    await mineOk(fork, transfer(STRANGER, 5n));
    const second = await fork.fork();
    vms.push(second);
    expect(second.heights).toEqual(fork.heights);
    expect(await Promise.all(vms.map(count))).toEqual([uint(1), uint(2), uint(2)]);

    // what was before a fork is undone in it as anywhere
    await fork.restore(checkpoint);
    expect([await count(fork), fork.heights]).toEqual([uint(1), origin.heights]);
    const same = [call('counter', 'add'), transfer(STRANGER, 7n), call('counter', 'none')];
    const block = { tenure: true, mints: [], transactions: same };
    expect(await fork.executeBlock(block)).toEqual(await origin.executeBlock(block));
    expect(await Promise.all(vms.map(count))).toEqual([uint(2), uint(2), uint(2)]);
    expect(await fork.contractInterface(`${DEPLOYER}.counter`)).toEqual(await origin.contractInterface(`${DEPLOYER}.counter`));
  } finally {
    await Promise.all(vms.map((vm) => vm.close()));
  }
});

test('behavior: concurrent forks among other calls have the state of their turn', async () => {
  await using vm = await testVm();
  await mineOk(vm, deploy('counter', COUNTER));
  const add = { tenure: false, mints: [], transactions: [call('counter', 'add')] };
  const [before, , after] = await Promise.all([vm.fork(), vm.executeBlock(add), vm.fork()]);
  try {
    expect([await count(before), await count(after), await count(vm)]).toEqual([uint(0), uint(1), uint(1)]);
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
});

test('behavior: threads that a fork leaves behind may die, and end with the VM', async () => {
  const threads = new Set<Worker>();
  const onWorker = (thread: Worker) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
  };
  process.on('worker', onWorker);
  try {
    const vm = await testVm();
    const [own] = threads;
    await (await vm.fork()).close();
    const spare = [...threads].filter((thread) => thread !== own);
    expect(spare).toHaveLength(1);
    await Promise.all(spare.map((thread) => thread.terminate()));
    await (await vm.fork()).close();
    const refused = expect(vm.fork()).rejects.toMatchObject({ code: 'NOT_READY' });
    await vm.close();
    await refused;
    expect(threads.size).toBe(0);
  } finally {
    process.off('worker', onWorker);
  }
});
