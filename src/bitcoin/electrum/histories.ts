import { createHash, type Hash } from '#platform/crypto.js';
import { LruMap } from '../../base/lru-map.js';
import type { ChainIndex } from '../esplora/chain-index.js';
import type { IndexedTransaction } from '../esplora/index-part.js';

/**
 * The confirmed history of a script as clients get it: its items as JSON text without brackets, and the hash that its status begins with.
 */
export type ConfirmedHistory = { readonly items: string; readonly hash: Hash };

type Known = Readonly<{ items: string; hash: Hash; count: number; last: IndexedTransaction }>;

/**
 * Keeps the confirmed histories that clients asked for. A history only grows and shrinks at its end, so each transaction is read once:
 * those of an address with thousands of them are spread over the memory, and reading them takes longer than sending the answer.
 */
export class Histories {
  readonly #known: LruMap<string, Known>;

  /** @param most how many transactions all histories together have, before the first ones are forgotten */
  constructor(most = 500_000) {
    this.#known = new LruMap(most, ({ count }) => count);
  }

  /** @param script as hex. @returns undefined without a confirmed transaction. @throws Missing, DevnetError ORIGIN */
  confirmed(script: string, chain: ChainIndex): ConfirmedHistory | undefined {
    const transactions = chain.confirmed(script);
    const last = transactions.at(-1);
    if (last === undefined) {
      this.#known.delete(script);
      return undefined;
    }
    const before = this.#known.get(script);
    // With the same transaction at the same place, all transactions before it are the same.
    const start = before !== undefined && transactions[before.count - 1] === before.last ? before : undefined;
    if (start?.count === transactions.length) return start;
    const added = start === undefined ? transactions : transactions.slice(start.count);
    const items = added.map(({ txid, block }) => `{"tx_hash":"${txid}","height":${block?.height ?? 0}}`).join(',');
    const hash = start?.hash ?? createHash('sha256');
    hash.update(added.map(({ txid, block }) => statusPart({ tx_hash: txid, height: block?.height ?? 0 })).join(''));
    const known = { items: start === undefined ? items : `${start.items},${items}`, hash, count: transactions.length, last };
    this.#known.set(script, known);
    return known;
  }
}

/** Returns what a transaction adds to the text whose hash is the status of a script. */
export function statusPart({ tx_hash, height }: { tx_hash: string; height: number }): string {
  return `${tx_hash}:${height}:`;
}
