import { depositFee, least } from './request-fees.js';
import { depositKey } from './store.js';
import { minimumDepositFee } from './sweep.js';
import { fulfillmentOf, sweepMessage } from './sweep-progress.js';
import type { Deposit } from './types.js';
import type { Found, SeenDeposit } from './view.js';

/** The signers sweep no deposit whose age is within so many blocks of its lock time (stacks-sbtc/sbtc: DEPOSIT_LOCKTIME_BLOCK_BUFFER). */
const LOCK_TIME_BUFFER = 3;
/** The input of a coinbase. */
const COINBASE_INPUT = `${'00'.repeat(32)}:${0xffffffff}`;
/** What the signers mint at least, in sats. */
const LEAST_MINT = 546n;

/** Returns where a deposit is, and what is due for it, apart from limits. */
export async function lookAtDeposit(deposit: Deposit, { index, registry, store, sweeps, tip }: Found): Promise<SeenDeposit> {
  const pending = (statusMessage: string): SeenDeposit => ({ deposit, status: 'pending', statusMessage });
  const failed = (statusMessage: string): SeenDeposit => ({ deposit, status: 'failed', statusMessage });
  const { settings } = store;
  const completed = await registry.completedDeposit(deposit.txid, deposit.vout);
  if (completed !== undefined) {
    const fulfillment = fulfillmentOf(completed.sweep, deposit.amount - completed.amount, index);
    const statusMessage = `Minted ${completed.amount} sats`;
    return { deposit, status: 'confirmed', statusMessage, sweepTxid: completed.sweep.txid, fulfillment };
  }
  const key = depositKey(deposit);
  const spender = index.spender(key);
  const sweep = spender && sweeps.find(({ transaction }) => transaction.txid === spender.txid);
  if (sweep !== undefined) {
    const { txid, block } = sweep.transaction;
    const accepted: SeenDeposit = { deposit, status: 'accepted', statusMessage: sweepMessage(sweep, tip, settings), sweepTxid: txid };
    const isDue = block !== undefined && tip - block.height + 1 >= settings.sweepConfirmations;
    if (!isDue) return accepted;
    const amount = deposit.amount - depositFee(sweep, deposit, store);
    return { ...accepted, due: { mint: { amount, sweep: { txid, hash: block.hash, height: block.height } } } };
  }
  if (spender !== undefined) {
    const where = spender.block === undefined ? 'in the mempool' : `in Bitcoin block ${spender.block.height}`;
    const message = `Reclaimed by ${spender.txid}, ${where}`;
    return spender.block === undefined ? pending(message) : failed(message);
  }
  const transaction = index.transaction(deposit.txid);
  if (transaction === undefined) {
    const replacement = deposit.inputs.map((outpoint) => index.spender(outpoint)).find((other) => other !== undefined);
    if (replacement === undefined) return pending('The Bitcoin node does not have the transaction');
    return { deposit, status: 'rbf', statusMessage: `Replaced by ${replacement.txid}`, replacedByTx: replacement.txid };
  }
  if (store.rejected.has(key)) return failed('Rejected by the signers');
  if (transaction.block === undefined) return pending('Just received deposit');
  if (deposit.inputs.includes(COINBASE_INPUT)) return pending('The signers take no output of a coinbase');
  const age = tip - transaction.block.height;
  const confirmations = age + 1;
  if (age >= deposit.lockTime - LOCK_TIME_BUFFER) {
    return failed(`Its lock time of ${deposit.lockTime} blocks ends too soon: it has ${confirmations} confirmations`);
  }
  const fee = minimumDepositFee(settings.feeRate);
  const limit = least(deposit.maxFee, deposit.amount);
  if (limit < fee) return pending(`The signers ask a fee of ${fee} sats, its maximum is ${limit}`);
  if (deposit.amount - fee < LEAST_MINT) return pending(`After the fee of ${fee} sats, less than ${LEAST_MINT} sats would be left`);
  if (confirmations < settings.depositConfirmations) {
    return pending(`It has ${confirmations} of ${settings.depositConfirmations} confirmations`);
  }
  return { ...pending('Just received deposit'), due: 'sweep' };
}
