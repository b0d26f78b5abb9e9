import { DevnetError } from '../../../base/error.js';
import type { StacksTxReceipt } from '../../data.js';
import type { Devnet } from '../../types.js';

/** The codes that mean that a transaction has no receipt. */
const NOT_MINED = new Set(['TIMEOUT', 'NOT_FOUND', 'DROPPED', 'REPLACED', 'REJECTED', 'ROLLED_BACK', 'INVALID_INPUT']);

/** Returns the receipt of a transaction that is in a block; undefined for any other. */
export async function receiptThrough(waitForTx: Devnet['stacks']['waitForTx'], txid: string): Promise<StacksTxReceipt | undefined> {
  try {
    return await waitForTx(txid, { timeoutMs: 0 });
  } catch (error) {
    if (error instanceof DevnetError && NOT_MINED.has(error.code)) return undefined;
    throw error;
  }
}
