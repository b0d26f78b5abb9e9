import { DevnetError, invalid } from '../../../base/error.js';
import { startDeadline } from '../../../base/wait.js';
import type { StacksTxReceipt, WaitOptions } from '../../data.js';
import type { Order, Sender } from './sender.js';
import type { ExpectedOutcome } from './types.js';

/**
 * Sends a transaction and waits for its receipt.
 * @returns what `read` makes of the receipt; with `wait: false` the txid, with 0x
 * @throws DevnetError as the sender, and as `waitForTx`; FAILED if it does not end as expected
 */
export type SendAndWait = <T>(
  order: Omit<Order, 'fee'> & { fee?: bigint | undefined; wait?: boolean | undefined; expect?: ExpectedOutcome },
  read: (receipt: StacksTxReceipt) => T,
) => Promise<string | T>;

/** @param waitForTx as `devnet.stacks.waitForTx` */
export function createSendAndWait(
  sender: Sender,
  waitForTx: (txid: string, options: WaitOptions) => Promise<StacksTxReceipt>,
): SendAndWait {
  return async ({ wait = true, expect, fee, ...order }, read) => {
    if (typeof wait !== 'boolean') throw invalid('wait', 'true or false', wait);
    if (expect !== undefined && expect !== 'ok') throw invalid('expect', "'ok', or nothing", expect);
    if (expect !== undefined && !wait) throw invalid('expect', 'nothing with wait: false, which does not wait for the outcome', expect);
    const { timeoutMs, signal } = order;
    // One timeout for both waits.
    const limits = timeoutMs === undefined ? { signal } : startDeadline(order, timeoutMs);
    const txid = await sender.send({ ...order, ...limits, fee });
    if (!wait) return txid;
    const receipt = await waitForTx(txid, limits);
    if (expect === 'ok' && receipt.status !== 'success') throw failed(order.what, receipt);
    return read(receipt);
  };
}

function failed(what: string, { txid, status, reason = status }: StacksTxReceipt): DevnetError {
  return new DevnetError('FAILED', `${what} (${txid}) did not succeed: ${reason}`, { expected: 'ok', received: status, reason });
}
