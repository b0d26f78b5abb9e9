import { fromHex, toHex } from '../chains/bitcoin/codec/hex.js';
import { sha256 } from '../chains/bitcoin/crypto/hash.js';
import type { ChainIndex } from '../esplora/chain-index.js';
import { type IndexedTransaction, parseOutpoint } from '../esplora/index-part.js';
import { feeOf } from '../esplora/transaction-body.js';

/** A transaction of a script's history. In the mempool its height is 0, or −1 if it spends an output of the mempool; `fee` is in sats. */
export type HistoryItem = { tx_hash: string; height: number; fee?: number };

/** Returns the script (hex) of a script hash of this protocol; the empty one, which has no history, if no transaction has it. */
export function scriptOf(scriptHash: string, chain: ChainIndex): string {
  return chain.scriptOf(toHex(fromHex(scriptHash).toReversed())) ?? '';
}

/** The confirmed transactions of a script in the chain's order. */
export function confirmedItems(script: string, chain: ChainIndex): HistoryItem[] {
  return chain.confirmed(script).map(({ txid, block }) => ({ tx_hash: txid, height: block?.height ?? 0 }));
}

/** The pending transactions of a script, in the order that protocol 1.6 defines. */
export function pendingItems(script: string, chain: ChainIndex): (HistoryItem & { fee: number })[] {
  const items = chain.pending(script).map((transaction) => ({
    tx_hash: transaction.txid,
    height: spendsPending(transaction, chain) ? -1 : 0,
    fee: Number(feeOf(transaction, chain)),
  }));
  return items.sort((a, b) => b.height - a.height || (a.tx_hash < b.tx_hash ? -1 : 1));
}

/** Returns the status of a script hash: a hash of its history; null without one. */
export function statusOf(scriptHash: string, chain: ChainIndex): string | null {
  const script = scriptOf(scriptHash, chain);
  const items = [...confirmedItems(script, chain), ...pendingItems(script, chain)];
  if (items.length === 0) return null;
  return toHex(sha256(Buffer.from(items.map(({ tx_hash, height }) => `${tx_hash}:${height}:`).join(''))));
}

function spendsPending({ inputs }: IndexedTransaction, chain: ChainIndex): boolean {
  return inputs.some((outpoint) => {
    const parent = chain.transaction(parseOutpoint(outpoint).txid);
    return parent !== undefined && parent.block === undefined;
  });
}
