import type { Transaction } from '../../protocol/codec/transaction/transaction.js';
import type { BlockRecord, TransactionRecord } from '../chain/records.js';
import { cut, cutFirst } from './accounts.js';
import type { Outcome } from './outcome.js';

export type PayloadType = Transaction['payload']['type'];

/** The transactions of the chain by type, oldest first, so that a list of one type decodes no others. */
export class ByType {
  readonly #lists = new Map<PayloadType, TransactionRecord[]>();

  /** Oldest first. */
  of(types: readonly PayloadType[]): readonly TransactionRecord[] {
    const lists = types.flatMap((type) => [this.#lists.get(type) ?? []]);
    const [only = [], ...others] = lists;
    if (others.length === 0) return only;
    return lists.flat().sort((a, b) => a.block.height - b.block.height || a.index - b.index);
  }

  entered(outcomes: readonly Outcome[]): void {
    for (const { record, transaction } of outcomes) {
      const { type } = transaction.payload;
      const list = this.#lists.get(type);
      if (list === undefined) this.#lists.set(type, [record]);
      else list.push(record);
    }
  }

  left(block: BlockRecord): void {
    for (const list of this.#lists.values()) cut(list, block);
  }

  forgotten(block: BlockRecord): void {
    for (const list of this.#lists.values()) cutFirst(list, block);
  }
}
