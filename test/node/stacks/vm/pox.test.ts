import { expect, test } from 'vitest';
import { call, DEPLOYER, FUNDS, mine, mineOk, PRINCIPAL, run, STRANGER, STX, sharedVm, transfer, uint, WALLET } from './support.js';

const shared = sharedVm();
const POX = 'ST000000000000000000002AMW42H.pox-4';

/** A P2PKH reward address as a serialized tuple. */
const REWARD_ADDRESS = `0c0000000209${Buffer.from('hashbytes').toString('hex')}0200000014${'11'.repeat(20)}07${Buffer.from('version').toString('hex')}020000000100`;
const NONE = '09';

test('behavior: delegated STX are locked, cannot be spent, and are free again at the unlock height', async () => {
  const vm = shared();
  const amount = 90_000_000n * STX;
  await mineOk(vm, call(POX, 'delegate-stx', [uint(amount), PRINCIPAL[DEPLOYER], NONE, NONE], { origin: WALLET }));
  const lock = await mineOk(
    vm,
    call(POX, 'delegate-stack-stx', [PRINCIPAL[WALLET], uint(amount), REWARD_ADDRESS, uint(vm.heights.burn), uint(1)]),
  );
  // The cycle after this one is locked, and the STX are free when it is over.
  const unlockHeight = (Math.floor(vm.heights.burn / 20) + 2) * 20;
  expect(lock.repr).toContain(`(unlock-burn-height u${unlockHeight})`);
  const locked = { locked_amount: `${amount}`, unlock_height: `${unlockHeight}`, locked_address: WALLET, contract_identifier: POX };
  expect(lock.events).toContainEqual({ type: 'stx_lock_event', stx_lock_event: locked });
  expect(await vm.account(WALLET)).toEqual({ balance: FUNDS - amount - 1000n, locked: amount, unlockHeight });
  expect(await run(vm, transfer(STRANGER, FUNDS - amount, { origin: WALLET }))).toMatchObject({ status: 'invalid' });
  const again = await mine(
    vm,
    call(POX, 'delegate-stack-stx', [PRINCIPAL[WALLET], uint(amount), REWARD_ADDRESS, uint(vm.heights.burn), uint(1)]),
  );
  expect(again.repr).toBe('(err 3)');

  while (vm.heights.burn <= unlockHeight) await vm.executeBlock({ tenure: true, mints: [], transactions: [] });
  expect(await vm.account(WALLET)).toEqual({ balance: FUNDS - 1000n, locked: 0n, unlockHeight: 0 });
  await mineOk(vm, transfer(STRANGER, FUNDS - amount, { origin: WALLET }));
});
