import { expect, test } from 'vitest';
import { BOOT, call, DEPLOYER, FUNDS, PRINCIPAL, STRANGER, STX, testChain, transfer, uint, WALLET } from './support.js';

const POX = `${BOOT}.pox-4`;

/** A P2PKH reward address as a serialized tuple. */
const [HASH_BYTES, VERSION] = ['hashbytes', 'version'].map((name) => Buffer.from(name).toString('hex'));
const REWARD_ADDRESS = `0c0000000209${HASH_BYTES}0200000014${'11'.repeat(20)}07${VERSION}020000000100`;
const NONE = '09';

test('behavior: delegated STX are locked, cannot be spent, and are free again at the unlock height', async () => {
  const chain = await testChain();
  const amount = 90_000_000n * STX;
  chain.mineOk(call(POX, 'delegate-stx', [uint(amount), PRINCIPAL[DEPLOYER], NONE, NONE], { origin: WALLET }));
  const lock = chain.mineOk(
    call(POX, 'delegate-stack-stx', [PRINCIPAL[WALLET], uint(amount), REWARD_ADDRESS, uint(chain.heights.burn), uint(1)]),
  );
  // The cycle after this one is locked, and the STX are free when it is over.
  const unlockHeight = (Math.floor(chain.heights.burn / 20) + 2) * 20;
  expect(lock.repr).toContain(`(unlock-burn-height u${unlockHeight})`);
  const locked = { locked_amount: `${amount}`, unlock_height: `${unlockHeight}`, locked_address: WALLET, contract_identifier: POX };
  expect(lock.events).toContainEqual({ type: 'stx_lock_event', stx_lock_event: locked });
  expect(await chain.view.account(WALLET)).toEqual({ balance: FUNDS - amount - 1000n, locked: amount, unlockHeight, nonce: 1n });
  expect(chain.run(transfer(STRANGER, FUNDS - amount, { origin: WALLET }))).toMatchObject({ status: 'invalid' });
  const again = chain.mine(
    call(POX, 'delegate-stack-stx', [PRINCIPAL[WALLET], uint(amount), REWARD_ADDRESS, uint(chain.heights.burn), uint(1)]),
  );
  expect(again.repr).toBe('(err 3)');

  while (chain.heights.burn <= unlockHeight) chain.block({ tenure: true });
  expect(await chain.view.account(WALLET)).toEqual({ balance: FUNDS - 1000n, locked: 0n, unlockHeight: 0, nonce: 1n });
  chain.mineOk(transfer(STRANGER, FUNDS - amount, { origin: WALLET }));
});
