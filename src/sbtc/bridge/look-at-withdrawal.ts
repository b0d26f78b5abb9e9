import type { WithdrawalRequest } from './registry.js';
import { withdrawalFee } from './request-fees.js';
import { minimumWithdrawalFee } from './sweep.js';
import { fulfillmentOf, sweepMessage } from './sweep-progress.js';
import type { Found, SeenWithdrawal } from './view.js';
import { recipientScript } from './withdrawal-script.js';

/** Returns where a withdrawal is, and what is due for it, apart from limits. */
export async function lookAtWithdrawal(id: bigint, request: WithdrawalRequest, found: Found): Promise<SeenWithdrawal> {
  const { index, registry, store, sweeps, tip } = found;
  const { settings } = store;
  const recipient = recipientScript(request.recipient) ?? '';
  const seen = { id, request, recipient };
  const payment = sweeps.find(({ payments }) => {
    const paid = payments.get(id);
    return paid !== undefined && paid.script === recipient && paid.amount === request.amount;
  });
  if (request.accepted === true) {
    const done = await registry.acceptedSweep(id);
    const fee = payment === undefined ? 0n : withdrawalFee(payment, id, request, store);
    const fulfillment = done && fulfillmentOf(done, fee, index);
    return { ...seen, status: 'confirmed', statusMessage: `Paid ${request.amount} sats`, sweepTxid: done?.txid, fulfillment };
  }
  if (request.accepted === false) return { ...seen, status: 'failed', statusMessage: 'Rejected by the signers' };
  if (payment !== undefined) {
    const { txid, block } = payment.transaction;
    const accepted: SeenWithdrawal = {
      ...seen,
      status: 'accepted',
      statusMessage: sweepMessage(payment, tip, settings),
      sweepTxid: txid,
    };
    if (block === undefined || tip - block.height + 1 < settings.sweepConfirmations) return accepted;
    const vout = payment.payments.get(id)?.vout ?? 0;
    const fee = withdrawalFee(payment, id, request, store);
    return { ...accepted, due: { accept: { vout, fee, sweep: { txid, hash: block.hash, height: block.height } } } };
  }
  const pending = (statusMessage: string, due?: SeenWithdrawal['due']): SeenWithdrawal => ({
    ...seen,
    status: 'pending',
    statusMessage,
    due,
  });
  if (store.rejected.has(`${id}`)) return pending('It will be rejected', 'reject');
  const age = tip - request.burnHeight;
  if (age > settings.withdrawalExpiry) return pending(`It was not paid within ${settings.withdrawalExpiry} Bitcoin blocks`, 'reject');
  const fee = minimumWithdrawalFee(settings.feeRate, recipient);
  if (request.maxFee < fee) return pending(`The signers ask a fee of ${fee} sats, its maximum is ${request.maxFee}`);
  if (age < settings.withdrawalConfirmations)
    return pending(`Its request has ${age} of ${settings.withdrawalConfirmations} Bitcoin blocks`);
  return pending('Just received withdrawal', 'pay');
}
