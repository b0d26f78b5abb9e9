import type { BlockRecord, TransactionRecord } from '../chain/records.js';
import { cut, cutFirst } from './accounts.js';
import type { EventRef } from './event-ref.js';

/** What one transaction printed in the name of a contract. `end` counts the prints up to here, those of forgotten blocks included. */
type Printed = { record: TransactionRecord; indices: Uint32Array; end: number };

/** The prints of a contract, oldest first. A print takes four bytes: a transaction may have a million. */
export class PrintList {
  readonly #printed: Printed[] = [];
  /** How many prints were forgotten. */
  #start = 0;

  get length(): number {
    return (this.#printed.at(-1)?.end ?? this.#start) - this.#start;
  }

  /** @param index at least 0 */
  at(index: number): EventRef | undefined {
    return this.slice(index, index + 1)[0];
  }

  /** @param from at least 0 */
  slice(from: number, to: number): EventRef[] {
    const found: EventRef[] = [];
    const end = Math.min(to, this.length) + this.#start;
    for (let number = from + this.#start, place = this.#placeOf(number); number < end; place++) {
      const printed = this.#printed[place];
      if (printed === undefined) break;
      const { record, indices } = printed;
      const begin = printed.end - indices.length;
      for (; number < Math.min(printed.end, end); number++) found.push({ record, index: indices[number - begin] ?? 0 });
    }
    return found;
  }

  /** The transactions with prints, oldest first. */
  records(): TransactionRecord[] {
    return this.#printed.map(({ record }) => record);
  }

  push(record: TransactionRecord, indices: Uint32Array): void {
    const before = this.#printed.at(-1)?.end ?? this.#start;
    this.#printed.push({ record, indices, end: before + indices.length });
  }

  /** Removes the prints of the newest block. */
  cut(block: BlockRecord): void {
    cut(this.#printed, block);
  }

  /** Removes the prints of the oldest block. */
  cutFirst(block: BlockRecord): void {
    const last = this.#printed.at(-1);
    cutFirst(this.#printed, block);
    const [first] = this.#printed;
    this.#start = first === undefined ? (last?.end ?? this.#start) : first.end - first.indices.length;
  }

  /** Returns the place of the transaction with a print. @param number counted from the first one, those of forgotten blocks included */
  #placeOf(number: number): number {
    let low = 0;
    let high = this.#printed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#printed[middle]?.end ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
