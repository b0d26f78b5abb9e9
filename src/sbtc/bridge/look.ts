import { limitDeposits, limitWithdrawals } from './apply-limits.js';
import { lookAtDeposit } from './look-at-deposit.js';
import { lookAtWithdrawal } from './look-at-withdrawal.js';
import { readSweep, signersScript } from './sweep.js';
import type { Looking, SeenDeposit, SeenWithdrawal, View } from './view.js';

/** Looks at both chains. @throws DevnetError if a node does not answer */
export async function look({ index, registry, store }: Looking): Promise<View> {
  const script = signersScript();
  const sweeps = index.history(script).flatMap((tx) => readSweep(tx, index, script) ?? []);
  const found = { index, registry, store, sweeps, tip: index.tip()?.height ?? 0 };
  const deposits: SeenDeposit[] = [];
  for (const deposit of store.deposits.values()) deposits.push(await lookAtDeposit(deposit, found));
  const withdrawals: SeenWithdrawal[] = [];
  for (let id = 1n; ; id++) {
    const request = await registry.withdrawal(id);
    if (request === undefined) break;
    withdrawals.push(await lookAtWithdrawal(id, request, found));
  }
  const coins = index
    .unspent(script)
    .filter(({ transaction }) => isSpendable(transaction.txid, found))
    .map(({ transaction: { txid }, vout, value }) => ({ txid, vout, amount: value }))
    .sort((a, b) => Number(b.amount - a.amount));
  await limitDeposits(deposits, found);
  limitWithdrawals(withdrawals, found);
  return { deposits, withdrawals, coins, sweeping: sweeps.some(({ transaction }) => transaction.block === undefined) };
}

/** Confirmations of a coinbase before it can be spent: consensus. */
const MATURITY = 100;

/** Sweeps spend confirmed outputs alone. A coinbase has no inputs. */
function isSpendable(txid: string, { index, tip }: { index: Looking['index']; tip: number }): boolean {
  const { block, inputs = [] } = index.transaction(txid) ?? {};
  return block !== undefined && (inputs.length > 0 || tip - block.height + 1 >= MATURITY);
}
