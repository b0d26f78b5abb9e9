import { AscendingNumbers } from '../../../base/storage.js';
import type { TransactionRecord } from '../chain/records.js';
import type { EventRef } from './event-ref.js';
import type { TransactionTable } from './transaction-table.js';

/** More than a transaction can have events. The number of an event is that of its transaction times this, plus its own. */
const EVENTS = 2 ** 22;

/** What is read like an array. Indices are at least 0. */
export type List<T> = Iterable<T> & { readonly length: number; at(index: number): T | undefined; slice(from: number, to: number): T[] };

/** A list of things that have ascending numbers: a few bytes for each. What it gives is made for each read. */
export class NumberList<T> implements List<T> {
  readonly #table: TransactionTable;
  readonly #find: Find<T>;
  #numbers = new AscendingNumbers();
  /** What stays of those that were forgotten: the first one of the list. */
  #kept: T | undefined;

  constructor(table: TransactionTable, find: Find<T>) {
    this.#table = table;
    this.#find = find;
  }

  /** Returns a list that stays as it is, whatever the chain does. Nothing is read for it. */
  snapshot(): NumberList<T> {
    const copy = new NumberList(this.#table.copy(), this.#find);
    copy.#numbers = this.#numbers.copy();
    copy.#kept = this.#kept;
    return copy;
  }

  get length(): number {
    return this.#numbers.length + this.#before;
  }

  /** @param index at least 0 */
  at(index: number): T | undefined {
    if (index < this.#before) return this.#kept;
    const number = this.#numbers.at(index - this.#before);
    return number === undefined ? undefined : this.#find(this.#table, number);
  }

  /** @param from at least 0 @param to at least 0 */
  slice(from: number, to: number): T[] {
    const found: T[] = [];
    for (let index = from; index < Math.min(to, this.length); index++) {
      const item = this.at(index);
      if (item !== undefined) found.push(item);
    }
    return found;
  }

  /** The list must not change meanwhile. */
  *[Symbol.iterator](): Iterator<T> {
    if (this.#kept !== undefined) yield this.#kept;
    for (const number of this.#numbers) {
      const item = this.#find(this.#table, number);
      if (item !== undefined) yield item;
    }
  }

  /** Reads up to the first one that holds. */
  some(holds: (item: T) => boolean): boolean {
    for (const item of this) if (holds(item)) return true;
    return false;
  }

  push(number: number): void {
    this.#numbers.push(number);
  }

  /** Removes those from a number on. */
  cut(from: number): void {
    this.#numbers.cut(from);
  }

  /** Removes those before a number, while all of them can be found. @param keepsLast whether the last one of the list stays in any case */
  cutFirst(before: number, keepsLast = false): void {
    let count = 0;
    for (const number of this.#numbers) {
      if (number >= before) break;
      count++;
    }
    if (count === 0) return;
    this.#kept = keepsLast && count === this.#numbers.length ? this.at(this.length - 1) : undefined;
    this.#numbers.removeFirst(count);
  }

  get #before(): 0 | 1 {
    return this.#kept === undefined ? 0 : 1;
  }
}

/** Makes the lists of a chain. */
export type ListMaker = { records(): NumberList<TransactionRecord>; events(): NumberList<EventRef> };

export function listMaker(table: TransactionTable): ListMaker {
  return { records: () => new NumberList(table, findRecord), events: () => new NumberList(table, findEvent) };
}

type Find<T> = (table: TransactionTable, number: number) => T | undefined;

const findRecord: Find<TransactionRecord> = (table, number) => table.find(number);

const findEvent: Find<EventRef> = (table, number) => {
  const record = table.find(Math.floor(number / EVENTS));
  return record && { record, index: number % EVENTS };
};

/** Returns the items of a list as it is now, for a loop with pauses. Each is read when its turn comes. */
export function asItIs<T>(list: Iterable<T>): Iterable<T> {
  return list instanceof NumberList ? list.snapshot() : [...list];
}

/** Returns the number of an event, or with the number of the first transaction of a block that of its first event. */
export function eventNumber(transaction: number, index = 0): number {
  return transaction * EVENTS + index;
}
