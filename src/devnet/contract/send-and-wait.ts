import { invalid } from '../../error.js';
import { startDeadline } from '../../wait.js';
import type { StacksTxReceipt, WaitOptions } from '../types.js';
import type { Order, Sender } from './sender.js';

/**
 * Sends a transaction and waits for its receipt.
 * @returns what `read` makes of the receipt; with `wait: false` the txid, with 0x
 * @throws DevnetError as the sender, and as `waitForTx`
 */
export type SendAndWait = <T>(
  order: Omit<Order, 'fee'> & { fee?: bigint | undefined; wait?: boolean | undefined },
  read: (receipt: StacksTxReceipt) => T,
) => Promise<string | T>;

/** @param waitForTx as `devnet.stacks.waitForTx` */
export function createSendAndWait(
  sender: Sender,
  waitForTx: (txid: string, options: WaitOptions) => Promise<StacksTxReceipt>,
): SendAndWait {
  return async ({ wait = true, fee, ...order }, read) => {
    if (typeof wait !== 'boolean') throw invalid('wait', 'true or false', wait);
    const { timeoutMs, signal } = order;
    // One timeout for both waits.
    const limits = timeoutMs === undefined ? { signal } : startDeadline(order, timeoutMs);
    const txid = await sender.send({ ...order, ...limits, fee });
    if (!wait) return txid;
    return read(await waitForTx(txid, limits));
  };
}
