import type { ServerResponse } from 'node:http';
import type { AnchoredReceipt, BitcoinTxReceipt, StacksTxReceipt } from '../devnet/types.js';
import { whenGone } from './client-gone.js';
import type { Services } from './services.js';

type WaitOrder = { txid: string; timeoutMs: number | undefined; confirmations: number | undefined };

/**
 * Waits for a transaction on one chain, as the facade does. The transaction may be unknown so far.
 * @throws DevnetError TIMEOUT, DROPPED, REPLACED, REJECTED, ROLLED_BACK, ABORTED
 */
export function waitOn(
  { devnet, closing }: Pick<Services, 'devnet' | 'closing'>,
  chain: 'bitcoin' | 'stacks',
  { txid, timeoutMs, confirmations }: WaitOrder,
  response: ServerResponse,
): Promise<BitcoinTxReceipt | StacksTxReceipt | AnchoredReceipt> {
  const limits = { timeoutMs, signal: whenGone(response, closing) };
  if (chain === 'bitcoin') return devnet.bitcoin.waitForTx(txid, { ...limits, confirmations });
  return confirmations === undefined
    ? devnet.stacks.waitForTx(txid, limits)
    : devnet.stacks.waitForAnchor(txid, { ...limits, confirmations });
}
