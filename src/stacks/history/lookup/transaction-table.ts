import type { BlockRecord, TransactionRecord } from '../chain/records.js';

/**
 * The transactions of the chain by numbers, which count from its first block on, those of forgotten blocks included. Lists of numbers
 * take a tenth of the memory of lists of objects.
 */
export class TransactionTable {
  /** Without those that were forgotten, and the number of the first transaction of each. */
  #blocks: BlockRecord[] = [];
  #starts: number[] = [];
  #end = 0;
  /** Where the transactions of the block that was read last begin. */
  #read: { block: BlockRecord; offsets: readonly number[] } | undefined;

  copy(): TransactionTable {
    const copy = new TransactionTable();
    copy.#blocks = this.#blocks.slice();
    copy.#starts = this.#starts.slice();
    copy.#end = this.#end;
    return copy;
  }

  /** @returns the number of its first transaction */
  entered(block: BlockRecord): number {
    const start = this.#end;
    this.#blocks.push(block);
    this.#starts.push(start);
    this.#end += block.count;
    return start;
  }

  /** The last block leaves. @returns the number of its first transaction */
  left(): number {
    this.#blocks.pop();
    this.#end = this.#starts.pop() ?? 0;
    return this.#end;
  }

  /** The number after that of the last transaction of the first block. */
  get endOfFirst(): number {
    return this.#starts[1] ?? this.#end;
  }

  /** The first block is forgotten. */
  forgotten(): void {
    this.#blocks.shift();
    this.#starts.shift();
  }

  /** Returns undefined for a transaction that is not in the chain any more. */
  find(number: number): TransactionRecord | undefined {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    const block = this.#blocks[low - 1];
    if (block === undefined || number >= this.#end) return undefined;
    if (this.#read?.block !== block) this.#read = { block, offsets: block.offsets };
    return block.transactionAt(this.#read.offsets, number - (this.#starts[low - 1] ?? 0));
  }
}
