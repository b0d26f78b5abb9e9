import { createHash, type Hash } from 'node:crypto';
import type { ChainIndex } from '../esplora/chain-index.js';
import type { IndexedTransaction } from '../esplora/index-part.js';

/** The confirmed history of a script as clients get it: its items as JSON text without brackets, and the hash that its status begins with. */
export type ConfirmedHistory = { readonly items: string; readonly hash: Hash };

type Known = { items: string; hash: Hash; count: number; last: IndexedTransaction };

/**
 * Keeps the confirmed histories that clients asked for. A history only grows and shrinks at its end, so each transaction is read once: those
 * of an address with thousands of them are spread over the memory, and reading them takes longer than sending the answer.
 */
export class Histories {
  /** The one that was read last is the last. */
  readonly #known = new Map<string, Known>();
  readonly #most: number;
  #count = 0;

  /** @param most how many transactions all histories together have, before the first ones are forgotten */
  constructor(most = 500_000) {
    this.#most = most;
  }

  /** @param script as hex. @returns undefined without a confirmed transaction. @throws Missing, DevnetError ORIGIN */
  confirmed(script: string, chain: ChainIndex): ConfirmedHistory | undefined {
    const transactions = chain.confirmed(script);
    const last = transactions.at(-1);
    const before = this.#forget(script);
    if (last === undefined) return undefined;
    // With the same transaction at the same place, all transactions before it are the same.
    const start = before !== undefined && transactions[before.count - 1] === before.last ? before : undefined;
    if (start?.count === transactions.length) return this.#keep(script, start);
    const added = start === undefined ? transactions : transactions.slice(start.count);
    const items = added.map(({ txid, block }) => `{"tx_hash":"${txid}","height":${block?.height ?? 0}}`).join(',');
    const hash = start?.hash ?? createHash('sha256');
    hash.update(added.map(({ txid, block }) => statusPart({ tx_hash: txid, height: block?.height ?? 0 })).join(''));
    return this.#keep(script, { items: start === undefined ? items : `${start.items},${items}`, hash, count: transactions.length, last });
  }

  #keep(script: string, known: Known): Known {
    this.#known.set(script, known);
    this.#count += known.count;
    for (const first of this.#known.keys()) {
      if (this.#count <= this.#most) break;
      this.#forget(first);
    }
    return known;
  }

  #forget(script: string): Known | undefined {
    const known = this.#known.get(script);
    this.#known.delete(script);
    this.#count -= known?.count ?? 0;
    return known;
  }
}

/** Returns what a transaction adds to the text whose hash is the status of a script. */
export function statusPart({ tx_hash, height }: { tx_hash: string; height: number }): string {
  return `${tx_hash}:${height}:`;
}
