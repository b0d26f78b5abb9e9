import { createHash } from '#platform/crypto.js';
import { type ChainIndex, NO_SCRIPT } from '../esplora/chain-index.js';
import { type IndexedTransaction, parseOutpoint } from '../esplora/index-part.js';
import { feeOf } from '../esplora/transaction-body.js';
import { fromHex, toHex } from '../protocol/codec/hex.js';
import { type Histories, statusPart } from './histories.js';

/** A pending transaction of a script's history: its height is 0, or −1 if it spends an output of the mempool; `fee` is in sats. */
export type PendingItem = { tx_hash: string; height: number; fee: number };

/** Returns the script (hex) of a script hash of this protocol; one without a history if no transaction has it. */
export function scriptOf(scriptHash: string, chain: ChainIndex): string {
  return chain.scriptOf(toHex(fromHex(scriptHash).toReversed())) ?? NO_SCRIPT;
}

/** The pending transactions of a script, in the order that protocol 1.6 defines. */
export function pendingItems(script: string, chain: ChainIndex): PendingItem[] {
  const items = chain.pending(script).map((transaction) => ({
    tx_hash: transaction.txid,
    height: spendsPending(transaction, chain) ? -1 : 0,
    fee: Number(feeOf(transaction, chain)),
  }));
  return items.sort((a, b) => b.height - a.height || (a.tx_hash < b.tx_hash ? -1 : 1));
}

/** Returns the status of a script hash: a hash of its history; null without one. */
export function statusOf(scriptHash: string, chain: ChainIndex, histories: Histories): string | null {
  const script = scriptOf(scriptHash, chain);
  const confirmed = histories.confirmed(script, chain);
  const pending = pendingItems(script, chain);
  if (confirmed === undefined && pending.length === 0) return null;
  const hash = confirmed?.hash.copy() ?? createHash('sha256');
  return hash.update(pending.map(statusPart).join('')).digest('hex');
}

function spendsPending({ inputs }: IndexedTransaction, chain: ChainIndex): boolean {
  return inputs.some((outpoint) => {
    const parent = chain.transaction(parseOutpoint(outpoint).txid);
    return parent !== undefined && parent.block === undefined;
  });
}
