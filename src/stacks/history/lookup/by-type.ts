import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import type { TransactionRecord } from '../chain/records.js';
import type { List, ListMaker, NumberList } from './number-list.js';
import type { Outcome } from './outcome.js';

export type PayloadType = Transaction['payload']['type'];

/** The transactions of the chain by type, oldest first, so that a list of one type decodes no others. */
export class ByType {
  readonly #lists = new Map<PayloadType, NumberList<TransactionRecord>>();
  readonly #make: ListMaker;

  constructor(make: ListMaker) {
    this.#make = make;
  }

  /** Oldest first. */
  of(types: readonly PayloadType[]): List<TransactionRecord> {
    const lists = types.flatMap((type): List<TransactionRecord>[] => [this.#lists.get(type) ?? []]);
    const [only = [], ...others] = lists;
    if (others.length === 0) return only;
    return lists.flatMap((list) => [...list]).sort((a, b) => a.block.height - b.block.height || a.index - b.index);
  }

  /** @param start the number of the first transaction of the block */
  entered(outcomes: readonly Outcome[], start: number): void {
    for (const { record, transaction } of outcomes) {
      const { type } = transaction.payload;
      const list = this.#lists.get(type) ?? this.#make.records();
      list.push(start + record.place);
      this.#lists.set(type, list);
    }
  }

  left(start: number): void {
    for (const list of this.#lists.values()) list.cut(start);
  }

  forgotten(end: number): void {
    for (const list of this.#lists.values()) list.cutFirst(end);
  }
}
