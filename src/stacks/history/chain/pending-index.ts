import { CodecError } from '../../protocol/codec/error.js';
import { transactionFee } from '../../protocol/codec/transaction/transaction.js';
import { contractOf, recipientOf } from '../lookup/outcome.js';
import type { PendingTransaction } from './pending-transaction.js';

/**
 * What pending transactions are found by: `from` their origin, `to` the recipient of a transfer, `signer` for origin and sponsor, `party`
 * for origin, recipient and contract, `deploy` for the contract that they deploy.
 */
export type PendingKey = 'all' | `${'from' | 'to' | 'signer' | 'party' | 'deploy'} ${string}`;

type Placed = Pick<PendingTransaction, 'since' | 'txid'>;
type Compare = (a: PendingTransaction, b: PendingTransaction) => number;

const ORDERS = {
  receipt: compareReceipts,
  ...both('age', ({ since }) => since),
  ...both('fee', ({ transaction }) => Number(transactionFee(transaction))),
  ...both('size', ({ size }) => size),
};
/** `receipt` is by time and then by txid. Equals of the others are in the order of arrival. */
export type PendingOrder = keyof typeof ORDERS;

/** Orders by the second of arrival, then by txid. */
export function compareReceipts(a: Placed, b: Placed): number {
  return a.since - b.since || (a.txid < b.txid ? -1 : a.txid === b.txid ? 0 : 1);
}

/** Pending transactions that have something in common. What is asked for is kept until it changes, so that a page costs its page. */
export class PendingList implements Iterable<PendingTransaction> {
  readonly #members = new Set<PendingTransaction>();
  readonly #sorted = new Map<PendingOrder, PendingTransaction[]>();
  readonly #derived = new Map<string, { key: unknown; value: unknown }>();

  get size(): number {
    return this.#members.size;
  }

  /** In the order of arrival. */
  [Symbol.iterator](): Iterator<PendingTransaction> {
    return this.#members.values();
  }

  sorted(order: PendingOrder): readonly PendingTransaction[] {
    const known = this.#sorted.get(order) ?? [...this.#members].sort(ORDERS[order]);
    this.#sorted.set(order, known);
    return known;
  }

  /** Returns what `make` makes of the members, until they or the key change. */
  derive<T>(name: string, make: (members: Iterable<PendingTransaction>) => T, key?: unknown): T {
    const known = this.#derived.get(name);
    if (known !== undefined && known.key === key) return known.value as T;
    const value = make(this);
    this.#derived.set(name, { key, value });
    return value;
  }

  add(pending: PendingTransaction): void {
    this.#members.add(pending);
    this.#derived.clear();
    for (const [order, list] of this.#sorted) list.splice(placeIn(list, pending, ORDERS[order]), 0, pending);
  }

  delete(pending: PendingTransaction): void {
    this.#members.delete(pending);
    this.#derived.clear();
    for (const [order, list] of this.#sorted) list.splice(placeIn(list, pending, ORDERS[order]), 1);
  }
}

const NOTHING = new PendingList();

/** The pending transactions by what they are found by. */
export class PendingIndex {
  readonly #lists = new Map<PendingKey, PendingList>();

  find(key: PendingKey): PendingList {
    return this.#lists.get(key) ?? NOTHING;
  }

  add(pending: PendingTransaction): void {
    for (const key of keysOf(pending)) {
      const list = this.#lists.get(key) ?? new PendingList();
      this.#lists.set(key, list);
      list.add(pending);
    }
  }

  delete(pending: PendingTransaction): void {
    for (const key of keysOf(pending)) {
      const list = this.#lists.get(key);
      list?.delete(pending);
      if (list?.size === 0) this.#lists.delete(key);
    }
  }
}

function keysOf(pending: PendingTransaction): Set<PendingKey> {
  const keys = new Set<PendingKey>(['all']);
  try {
    const { transaction } = pending;
    const { addresses, payload } = transaction;
    const [recipient, contract] = [recipientOf(transaction), contractOf(transaction)];
    keys.add(`from ${addresses.origin}`);
    if (recipient !== undefined) keys.add(`to ${recipient}`);
    for (const signer of [addresses.origin, addresses.payer]) keys.add(`signer ${signer}`);
    for (const party of [addresses.origin, recipient, contract]) if (party !== undefined) keys.add(`party ${party}`);
    if (payload.type === 'deploy') keys.add(`deploy ${contract}`);
  } catch (error) {
    // A node may report what this package cannot read. It is pending all the same.
    if (!(error instanceof CodecError)) throw error;
  }
  return keys;
}

function both<Name extends string>(name: Name, keyOf: (pending: PendingTransaction) => number) {
  return { [`${name} asc`]: by(keyOf, 1), [`${name} desc`]: by(keyOf, -1) } as Record<`${Name} ${'asc' | 'desc'}`, Compare>;
}

function by(keyOf: (pending: PendingTransaction) => number, sign: 1 | -1): Compare {
  return (a, b) => sign * (keyOf(a) - keyOf(b)) || a.place - b.place;
}

/** Returns where an item is in a sorted list, or belongs. */
function placeIn(list: readonly PendingTransaction[], item: PendingTransaction, compare: Compare): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle];
    if (other !== undefined && compare(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
