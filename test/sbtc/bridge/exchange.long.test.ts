import fc from 'fast-check';
import { expect, test } from 'vitest';
import { account, bootDevnet } from '../../devnet.js';
import { FULL_LENGTH } from '../../full-length.js';
import { createAuditor, reorganise, settle } from './exchange.js';

const wallet = fc.integer({ min: 1, max: 3 }).map((number) => `wallet_${number}`);
/** 100 sats are less than the signers ask. */
const maxFee = fc.constantFrom(100n, 5_000n, 80_000n);
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('deposit' as const), wallet, maxFee, lockTime: fc.integer({ min: 3, max: 9 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('withdraw' as const), wallet, maxFee }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reclaim' as const), index: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reject' as const), index: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('fee' as const), feeRate: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('snapshot' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restore' as const) }) },
);

test('whatever happens: sBTC is covered, deposits are minted once, withdrawals are paid once or rejected', {
  timeout: 600_000,
}, async () => {
  const bridge = { withdrawalConfirmations: 4, withdrawalExpiry: 8 };
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual' }, sbtc: { bridge } });
  const { sbtc } = devnet;
  const auditor = createAuditor(devnet);
  await devnet.bitcoin.mine(5); // so that reorganisations do not remove the coins of the boot
  const fresh = await devnet.snapshot();
  await auditor.begin();
  const property = fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 20 }), async (commands) => {
    await devnet.restore(fresh);
    let snapshot = fresh;
    // Unique amounts identify payments.
    let amount = 10_000n;
    for (const step of commands) {
      amount += 7n;
      switch (step.type) {
        case 'deposit': {
          const recipient = account(devnet, step.wallet).stx.address;
          await sbtc.deposit({ recipient, amount, maxFee: step.maxFee, lockTime: step.lockTime, wait: false });
          break;
        }
        case 'withdraw': {
          const holder = account(devnet, step.wallet);
          await sbtc.withdraw({ account: holder, amount, address: holder.btc.addresses.p2wpkh, maxFee: step.maxFee, wait: false });
          break;
        }
        case 'mine':
          await devnet.bitcoin.mine(step.blocks);
          break;
        case 'reorganise':
          await reorganise(devnet, step.depth);
          break;
        case 'reclaim': {
          const deposit = (await sbtc.deposits())[step.index];
          const holder = Object.values(devnet.accounts).find(({ stx }) => stx.address === deposit?.recipient);
          if (deposit !== undefined && holder !== undefined) await auditor.reclaim(deposit, holder);
          break;
        }
        case 'reject': {
          const withdrawal = (await sbtc.withdrawals())[step.index];
          if (withdrawal?.status === 'pending') await sbtc.reject(withdrawal);
          break;
        }
        case 'fee':
          await sbtc.configure({ feeRate: step.feeRate });
          break;
        case 'snapshot':
          snapshot = await devnet.snapshot();
          break;
        case 'restore':
          await devnet.restore(snapshot);
          break;
      }
      await auditor.check();
    }
    await settle(devnet, 30);
    const deposits = (await sbtc.deposits()).map(({ status, statusMessage }) => ({ status, statusMessage }));
    const withdrawals = (await sbtc.withdrawals()).map(({ status, statusMessage }) => ({ status, statusMessage }));
    for (const { status, statusMessage } of deposits) expect(['confirmed', 'failed'], statusMessage).toContain(status);
    for (const { status, statusMessage } of withdrawals) expect(['confirmed', 'failed'], statusMessage).toContain(status);
    await auditor.check(true);
  });
  await fc.assert(property, { numRuns: FULL_LENGTH ? 200 : 3, seed: 15, endOnFailure: !FULL_LENGTH });
});
