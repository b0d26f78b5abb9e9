import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startThread } from '#dist/node/stacks/vm/threads.js';
import { startVm } from '#dist/node/stacks/vm/vm.js';
import {
  balance,
  call,
  DEPLOYER,
  deploy,
  FUNDS,
  GENESIS,
  IMAGES,
  mineOk,
  read,
  STRANGER,
  sharedVm,
  testVm,
  transfer,
  uint,
  WALLET,
} from './support.js';

const shared = sharedVm();
const COUNTER = '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) (ok (var-get n))))';
const HEIGHTS = '(define-read-only (heights) (list stacks-block-height burn-block-height tenure-height))';

test('default: boots at the configured burn height with the configured balances', async () => {
  const contract = `${STRANGER}.vault`;
  await using vm = await testVm({
    balances: [...GENESIS.balances, { principal: contract, amount: 7n }, { principal: STRANGER, amount: 2n ** 64n + 5n }],
    burnHeight: 42,
    cache: { dir: IMAGES, enabled: false },
  });
  expect(vm.heights.burn).toBe(42);
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS);
  expect(await balance(vm, contract)).toBe(7n);
  expect(await balance(vm, STRANGER)).toBe(2n ** 64n + 5n);
  await mineOk(vm, deploy('heights', HEIGHTS));
  expect(await read(vm, 'heights', 'heights')).toBe(`0b00000003${uint(vm.heights.stacks)}${uint(42)}${uint(vm.heights.tenure)}`);
});

test('behavior: any principal can begin with up to 2^128 - 1 uSTX, locked ones unlock, and the supply is their sum', async () => {
  const contract = `${DEPLOYER}.vault`;
  const max = 2n ** 128n - 1n;
  const locked = { amount: 40n, unlockHeight: 112 };
  await using vm = await testVm({
    balances: [
      { principal: WALLET, amount: 3n, locked },
      { principal: WALLET, amount: FUNDS },
      { principal: contract, amount: 7n },
      { principal: DEPLOYER, amount: max - FUNDS - 50n },
    ],
    cache: { dir: IMAGES, enabled: false },
  });
  expect(await vm.account(DEPLOYER)).toEqual({ balance: max - FUNDS - 50n, locked: 0n, unlockHeight: 0 });
  expect(await vm.account(contract)).toEqual({ balance: 7n, locked: 0n, unlockHeight: 0 });
  expect(await vm.account(WALLET)).toEqual({ balance: FUNDS + 3n, locked: 40n, unlockHeight: 112 });
  await mineOk(vm, deploy('supply', '(define-read-only (supply) stx-liquid-supply)'));
  expect(await read(vm, 'supply', 'supply')).toBe(uint(max));
  for (let i = 0; i < 2; i++) await vm.executeBlock({ tenure: true, mints: [], transactions: [] });
  expect(await vm.account(WALLET)).toEqual({ balance: FUNDS + 43n, locked: 0n, unlockHeight: 0 });
});

test('behavior: PoX has the configured cycle lengths', async () => {
  const vm = shared();
  const pox = 'ST000000000000000000002AMW42H.pox-4';
  expect(await vm.dataVar(pox, 'pox-reward-cycle-length')).toBe(uint(20));
  expect(await vm.dataVar(pox, 'pox-prepare-cycle-length')).toBe(uint(5));
});

test.each([
  ['3.0', 'Clarity3'],
  ['4.0', 'Clarity6'],
])('behavior: epoch %s can be chosen', async (epoch, clarityVersion) => {
  await using vm = await testVm({ epoch, cache: { dir: IMAGES, enabled: false } });
  await mineOk(vm, deploy('heights', HEIGHTS));
  expect(vm.heights.burn).toBe(GENESIS.burnHeight);
  expect(await vm.contractInterface(`${DEPLOYER}.heights`)).toMatchObject({
    clarity_version: clarityVersion,
    epoch: `Epoch${epoch.replace('.', '')}`,
  });
});

test('behavior: a tenure begins with a burn block, other blocks do not', async () => {
  const vm = shared();
  const before = vm.heights;
  await mineOk(vm, deploy('heights', HEIGHTS));
  const { heights } = await vm.executeBlock({ tenure: true, mints: [], transactions: [] });
  await vm.executeBlock({ tenure: false, mints: [], transactions: [] });
  expect(heights).toEqual({ stacks: before.stacks + 2, burn: before.burn + 1, tenure: before.tenure + 1 });
  expect(vm.heights).toEqual({ ...heights, stacks: before.stacks + 3 });
  expect(await read(vm, 'heights', 'heights')).toBe(
    `0b00000003${[vm.heights.stacks, vm.heights.burn, vm.heights.tenure].map(uint).join('')}`,
  );
});

test('behavior: two VMs in one process know nothing of each other', async () => {
  await using first = await testVm();
  await using second = await testVm();
  await mineOk(first, deploy('counter', COUNTER));
  await mineOk(first, call('counter', 'add'));
  await mineOk(first, transfer(STRANGER, 5n));
  expect(await second.contractSource(`${DEPLOYER}.counter`)).toBeUndefined();
  expect(await balance(second, STRANGER)).toBe(0n);
  await mineOk(second, deploy('counter', COUNTER));
  expect(await first.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(1));
  expect(await second.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(0));
});

test('behavior: a VM that got its code from another one does not need that any more', async () => {
  const first = await testVm();
  const thread = startThread();
  await thread.worker.terminate();
  expect(thread.code?.digest).toMatch(/^\d+-[0-9a-f]+$/);
  await using second = await testVm({ epoch: '3.0' });
  await first.close();
  await mineOk(second, deploy('counter', COUNTER));
  await using third = await testVm();
  await mineOk(third, deploy('counter', COUNTER));
  await mineOk(third, call('counter', 'add'));
  expect(await third.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(1));
  expect(await second.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(0));
});

test('behavior: the same blocks have the same results, booted from nothing or from an image', async () => {
  const script = async (enabled: boolean) => {
    await using vm = await testVm({ cache: { dir: IMAGES, enabled } });
    const results = [
      await mineOk(
        vm,
        deploy(
          'counter',
          `${COUNTER} (define-read-only (ids) (list (get-stacks-block-info? id-header-hash u5) (get-tenure-info? vrf-seed u9)))`,
        ),
      ),
      await mineOk(vm, call('counter', 'add')),
      await mineOk(vm, transfer(WALLET, 12n, { memo: 'same' })),
    ];
    const time = await read(vm, 'counter', 'ids');
    return { results, time, heights: vm.heights, accounts: [await vm.account(DEPLOYER), await vm.account(WALLET)] };
  };
  expect(await script(true)).toEqual(await script(false));
});

test('behavior: calls are done in the order in which they were made', async () => {
  const vm = shared();
  await mineOk(vm, deploy('counter', COUNTER));
  const add = { tenure: false, mints: [], transactions: [call('counter', 'add')] };
  const [, before, , after] = await Promise.all([
    vm.executeBlock(add),
    vm.dataVar(`${DEPLOYER}.counter`, 'n'),
    vm.executeBlock(add),
    vm.dataVar(`${DEPLOYER}.counter`, 'n'),
  ]);
  expect([before, after]).toEqual([uint(1), uint(2)]);
});

test('behavior: closing ends what is under way; closing again is nothing', async () => {
  const vm = await testVm();
  const pending = vm.executeBlock({ tenure: true, mints: [], transactions: [] });
  const closed = vm.close();
  await expect(pending).rejects.toMatchObject({ code: 'NOT_READY' });
  await closed;
  await vm.close();
  await expect(vm.account(DEPLOYER)).rejects.toMatchObject({ code: 'NOT_READY' });
});

test('behavior: an idle VM does not keep the process alive', async () => {
  const { balances, ...genesis } = GENESIS;
  const program = `
    import { startVm } from '#dist/node/stacks/vm/vm.js';
    const balances = ${JSON.stringify(balances.map(({ principal }) => principal))}.map((principal) => ({ principal, amount: ${FUNDS}n }));
    const vm = await startVm({ ...${JSON.stringify({ ...genesis, cache: { dir: IMAGES, enabled: true } })}, balances });
    console.log(vm.heights.burn);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  expect(stdout).toBe('110\n');
});

test.each([
  ['epoch', { epoch: '1.0' }],
  ['balances', { balances: [{ principal: 'no-address', amount: 1n }] }],
  [`balances[${DEPLOYER}]`, { balances: [{ principal: DEPLOYER, amount: -1n }] }],
  [
    'balances',
    {
      balances: [
        { principal: DEPLOYER, amount: 2n ** 128n - 1n },
        { principal: WALLET, amount: 1n },
      ],
    },
  ],
  [
    `balances[${DEPLOYER}].locked.unlockHeight`,
    { balances: [{ principal: DEPLOYER, amount: 0n, locked: { amount: 1n, unlockHeight: 0 } }] },
  ],
  ['burnHeight', { burnHeight: 0 }],
  ['pox.rewardLength', { pox: { rewardLength: 1, prepareLength: 1 } }],
  ['pox.prepareLength', { pox: { rewardLength: 5, prepareLength: 5 } }],
])('error: a wrong %s', async (field, options) => {
  await expect(startVm({ ...GENESIS, cache: { dir: IMAGES, enabled: true }, ...options })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field,
  });
});

test('error: a burn height below that of the epoch', async () => {
  const options = { ...GENESIS, epoch: '4.0', burnHeight: 1, cache: { dir: IMAGES, enabled: false } };
  await expect(startVm(options)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'burnHeight' });
});
