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

test('behavior: interfaces can be read on top of a state that was restored after one had been read', async () => {
  const vm = shared();
  await mineOk(vm, deploy('counter', COUNTER));
  const { functions, ...rest } = (await vm.contractInterface(`${DEPLOYER}.counter`)) ?? { functions: [] };
  // The VM keeps the field names by now, and an image is due.
  await vm.executeBlock({
    tenure: false,
    mints: [],
    transactions: Array.from({ length: 1100 }, () => transfer(STRANGER, 1n, { fee: 0n })),
  });
  const checkpoint = await vm.capture();
  await mineOk(vm, transfer(STRANGER, 1n));
  await vm.restore(checkpoint);
  await mineOk(vm, deploy('again', COUNTER));
  expect(await vm.contractInterface(`${DEPLOYER}.again`)).toEqual({ functions, ...rest });
  vm.release(checkpoint);
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
    for (let i = 0; i < 5; i++) {
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

test('behavior: whatever is done, undone and held, the VM is where a model of it says', async () => {
  const vm = shared();
  await mineOk(vm, deploy('payer', `(define-public (pay) (stx-transfer? u1000 tx-sender '${STRANGER}))`, { fee: 0n }));
  const random = generator(20_260);
  type State = { paid: bigint; stacks: number; burn: number };
  let state: State = { paid: 0n, stacks: vm.heights.stacks, burn: vm.heights.burn };
  const held: { checkpoint: VmCheckpoint; state: State }[] = [];
  for (let step = 0; step < 70; step++) {
    const choice = random(10);
    const one = held[random(held.length)];
    if (choice < 6 || one === undefined) {
      const tenure = random(3) === 0;
      const transactions = Array.from({ length: random(30) }, () =>
        random(20) === 0
          ? call('payer', 'pay', [], { fee: 1n, postConditionMode: random(2) === 0 ? 'deny' : 'allow' })
          : transfer(STRANGER, 7n, { fee: 1n }),
      );
      const { results } = await vm.executeBlock({ tenure, mints: [], transactions });
      const moved = results.map((result) => (result.status !== 'success' ? 1n : result.events[0]?.['stx_transfer_event']));
      const amounts = moved.map((event) => (typeof event === 'object' ? BigInt((event as { amount: string }).amount) + 1n : 1n));
      state = {
        paid: amounts.reduce((sum, amount) => sum + amount, state.paid),
        stacks: state.stacks + 1,
        burn: state.burn + (tenure ? 1 : 0),
      };
    } else if (choice < 8) held.push({ checkpoint: await vm.capture({ ready: random(2) === 0 }), state });
    else if (choice < 9) {
      await vm.restore(one.checkpoint);
      state = one.state;
    } else {
      vm.release(one.checkpoint);
      held.splice(held.indexOf(one), 1);
    }
    if (held.length === 0) held.push({ checkpoint: await vm.capture(), state });
    expect({ paid: FUNDS - (await balance(vm, DEPLOYER)), stacks: vm.heights.stacks, burn: vm.heights.burn }, `step ${step}`).toEqual(
      state,
    );
  }
  for (const { checkpoint } of held) vm.release(checkpoint);
});

/** Numbers below `limit`, the same on every run (a linear congruential generator). */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
