import { invalid } from '../../error.js';
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
    const start = performance.now();
    const txid = await sender.send({ ...order, fee });
    if (!wait) return txid;
    // One timeout for both waits.
    const left = timeoutMs === undefined ? undefined : Math.max(0, Math.ceil(timeoutMs - (performance.now() - start)));
    return read(await waitForTx(txid, { timeoutMs: left, signal }));
  };
}
