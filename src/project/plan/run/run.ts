import { DevnetError } from '../../../base/error.js';
import type { PreparableNetwork } from '../../../stacks/engine.js';
import { showPlace } from '../../clarinet/problem.js';
import { LARGEST_BATCH } from '../compute.js';
import { describe, type ResolvedPayment, type ResolvedPlan, type ResolvedTransaction, type StacksTransaction } from '../resolved.js';
import { confirm, FRUITLESS_BLOCKS, gaveUp } from './confirm.js';
import { type Outcome, type Outcomes, watchOutcomes } from './outcomes.js';
import { sendPayment } from './payment.js';
import { createSender, type Sender } from './send.js';

/**
 * Carries out a plan, batch by batch: a batch is sent when all transactions of the batch before are confirmed.
 * @throws DevnetError INVALID_INPUT naming the transaction that failed and why, TIMEOUT with what was seen last, ABORTED
 */
export async function runPlan(plan: ResolvedPlan, network: PreparableNetwork): Promise<void> {
  const outcomes = watchOutcomes(network.subscribe);
  const sender = createSender(network, plan.feeRate);
  const parts = plan.batches.flatMap(splitBatch);
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let done = 0;
  try {
    for (const part of parts) {
      network.onProgress?.(`${plan.name}: transactions ${done + 1} to ${done + part.length} of ${total}`);
      const [first] = part;
      if (first?.type === 'payment') await pay(first, network);
      else await sendAll(part as readonly StacksTransaction[], { network, outcomes, sender });
      done += part.length;
    }
  } finally {
    outcomes.stop();
  }
}

/**
 * Splits a batch into parts that a mempool holds. A Bitcoin transaction is a part of its own: it waits for those before it. So does a call
 * after the publication of a contract: a node refuses calls of contracts that are not in a block. So does a contract that names one of
 * another account: a node orders only the transactions of one account.
 */
function splitBatch(batch: readonly ResolvedTransaction[]): ResolvedTransaction[][] {
  const parts: ResolvedTransaction[][] = [];
  for (const transaction of batch) {
    const last = parts.at(-1);
    if (last !== undefined && fits(transaction, last)) last.push(transaction);
    else parts.push([transaction]);
  }
  return parts;
}

function fits(transaction: ResolvedTransaction, part: readonly ResolvedTransaction[]): boolean {
  const { type, sender } = transaction;
  if (part.length >= LARGEST_BATCH || type === 'payment' || part[0]?.type === 'payment') return false;
  const published = part.filter((other) => other.type === 'publish');
  if (type === 'publish') return !published.some((other) => other.sender !== sender && transaction.source.includes(other.id));
  return type !== 'call' || published.length === 0;
}

type Running = { network: PreparableNetwork; outcomes: Outcomes; sender: Sender };

async function sendAll(part: readonly StacksTransaction[], running: Running): Promise<void> {
  const sent: { transaction: StacksTransaction; txid: string }[] = [];
  for (const transaction of part) {
    try {
      sent.push({ transaction, txid: await running.sender.send(transaction) });
    } catch (error) {
      // A transaction before may have failed, and this one for that reason.
      await confirmAll(sent, running);
      throw error;
    }
  }
  await confirmAll(sent, running);
}

async function confirmAll(sent: readonly { transaction: StacksTransaction; txid: string }[], running: Running): Promise<void> {
  if (sent.length === 0) return;
  await running.network.mineStacks();
  for (const { transaction, txid } of sent) {
    const { reason, position } = await confirm({ txid, what: showTransaction(transaction) }, running);
    if (reason !== undefined) throw failed(transaction, reason, position);
  }
}

async function pay(payment: ResolvedPayment, network: PreparableNetwork): Promise<void> {
  const txid = await sendPayment(network.bitcoin, payment);
  for (let block = 0; block < FRUITLESS_BLOCKS; block++) {
    await network.mineBitcoin();
    if ((await network.bitcoin.transaction(txid))?.block !== undefined) return;
  }
  throw gaveUp(showTransaction(payment), `transaction ${txid} without a block`);
}

function showTransaction(transaction: ResolvedTransaction): string {
  return `${describe(transaction)} (${showPlace(transaction.place)})`;
}

function failed(transaction: StacksTransaction, reason: string, position: Outcome['position']): DevnetError {
  const place = transaction.type === 'publish' ? { file: transaction.path, ...position } : transaction.place;
  return new DevnetError('INVALID_INPUT', `${showPlace(place)}: ${describe(transaction)} failed: ${reason}`, { field: 'plan', reason });
}
