import type { MinedTransaction } from '../block/mined-transaction.js';
import type { Ledger } from './ledger.js';

/** For how many tenures the node's mempool keeps a transaction that is in a block. */
const MEMORY_TENURES = 256;

/** A mined transaction that the mempool still knows. @param txid hex without 0x */
export function recentlyMined(ledger: Ledger, txid: string): MinedTransaction | undefined {
  const found = ledger.find(txid);
  if (found === undefined || ledger.tip.tenureHeight - found.block.tenureHeight >= MEMORY_TENURES) return undefined;
  return found.transaction;
}
