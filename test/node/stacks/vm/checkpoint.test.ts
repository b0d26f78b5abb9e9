import { expect, test } from 'vitest';
import type { VmCheckpoint } from '#dist/node/stacks/vm/types.js';
import { balance, call, DEPLOYER, deploy, FUNDS, mineOk, read, STRANGER, sharedVm, transfer, uint } from './support.js';

const shared = sharedVm();
const COUNTER =
  '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) (ok (var-get n)))) (define-read-only (count) (var-get n))';

test('default: a checkpoint can be restored any number of times', async () => {
  const vm = shared();
  await mineOk(vm, deploy('counter', COUNTER));
  await mineOk(vm, call('counter', 'add'));
  const checkpoint = await vm.capture();
  expect(checkpoint.heights).toEqual(vm.heights);
  for (let i = 0; i < 3; i++) {
    await vm.executeBlock({ tenure: true, mints: [], transactions: [call('counter', 'add'), transfer(STRANGER, 5n)] });
    expect(await read(vm, 'counter', 'count')).toBe(uint(2));
    await vm.restore(checkpoint);
    expect(vm.heights).toEqual(checkpoint.heights);
    expect(await read(vm, 'counter', 'count')).toBe(uint(1));
    expect(await balance(vm, STRANGER)).toBe(0n);
  }
  vm.release(checkpoint);
  await expect(vm.restore(checkpoint)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'checkpoint' });
});

test('behavior: a contract deployed since is gone, and its name can be used for another', async () => {
  const vm = shared();
  const checkpoint = await vm.capture();
  await mineOk(vm, deploy('counter', COUNTER));
  expect(await vm.contractInterface(`${DEPLOYER}.counter`)).toBeDefined();
  await vm.restore(checkpoint);
  expect(await vm.contractSource(`${DEPLOYER}.counter`)).toBeUndefined();
  expect(await vm.contractInterface(`${DEPLOYER}.counter`)).toBeUndefined();
  await mineOk(vm, deploy('counter', '(define-read-only (other) u1)'));
  expect(await vm.contractInterface(`${DEPLOYER}.counter`)).toMatchObject({ functions: [{ name: 'other' }] });
});

test('behavior: states on different branches, more than there are images, are all kept apart', async () => {
  const vm = shared();
  const genesis = await vm.capture();
  const held: { checkpoint: VmCheckpoint; paid: bigint }[] = [];
  let paid = 0n;
  const pay = async (amount: bigint, times: number) => {
    const transactions = Array.from({ length: times }, () => transfer(STRANGER, amount, { fee: 0n }));
    await vm.executeBlock({ tenure: false, mints: [], transactions });
    paid += amount * BigInt(times);
  };
  // 520 operations are more than one image stands for.
  for (let branch = 1n; branch <= 2n; branch++) {
    await vm.restore(genesis);
    paid = 0n;
    for (let i = 0; i < 4; i++) {
      await pay(branch, 520);
      held.push({ checkpoint: await vm.capture(), paid });
      await pay(branch, 5);
      held.push({ checkpoint: await vm.capture(), paid });
    }
  }
  for (const { checkpoint, paid: expected } of held.toReversed()) {
    await vm.restore(checkpoint);
    expect(await balance(vm, STRANGER)).toBe(expected);
    expect(await balance(vm, DEPLOYER)).toBe(FUNDS - expected);
    expect(vm.heights).toEqual(checkpoint.heights);
  }
  for (const { checkpoint } of held) vm.release(checkpoint);
  await vm.restore(genesis);
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS);
});
