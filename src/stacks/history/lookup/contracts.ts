import type { BlockRecord, TransactionRecord } from '../chain/records.js';
import { cut } from './accounts.js';
import { contractOf, type Outcome } from './outcome.js';
import { PrintList } from './print-list.js';

/** Deploys, also failed ones, and prints, by contract; oldest first. */
export class Contracts {
  readonly #deploys = new Map<string, TransactionRecord[]>();
  readonly #prints = new Map<string, PrintList>();

  /** Returns the successful deploy of a contract, or else its last failed one. */
  deploy(contract: string): TransactionRecord | undefined {
    return this.#deploys.get(contract)?.at(-1);
  }

  /** Returns all deploys of a contract, also those that failed, oldest first. */
  deploys(contract: string): readonly TransactionRecord[] {
    return this.#deploys.get(contract) ?? [];
  }

  prints(contract: string): PrintList {
    return this.#prints.get(contract) ?? new PrintList();
  }

  /** All contracts that were deployed or tried, in the order of the chain. */
  deployed(): [contract: string, deploy: TransactionRecord][] {
    return [...this.#deploys].flatMap(([contract, deploys]) => {
      const last = deploys.at(-1);
      return last === undefined ? [] : [[contract, last] as [string, TransactionRecord]];
    });
  }

  entered(outcomes: readonly Outcome[]): void {
    for (const { record, transaction, events } of outcomes) {
      const contract = contractOf(transaction);
      if (transaction.payload.type === 'deploy' && contract !== undefined) at(this.#deploys, contract).push(record);
      for (const [printer, indices] of events.printed()) {
        const list = this.#prints.get(printer) ?? new PrintList();
        this.#prints.set(printer, list);
        list.push(record, indices);
      }
    }
  }

  left(block: BlockRecord, outcomes: readonly Outcome[]): void {
    for (const { transaction, events } of outcomes) {
      const contract = contractOf(transaction);
      if (transaction.payload.type === 'deploy' && contract !== undefined) {
        const deploys = this.#deploys.get(contract);
        if (deploys !== undefined) cut(deploys, block);
        if (deploys?.length === 0) this.#deploys.delete(contract);
      }
      for (const printer of events.printed().keys()) this.#prints.get(printer)?.cut(block);
    }
  }

  /** Deploys stay. */
  forgotten(block: BlockRecord, outcomes: readonly Outcome[]): void {
    for (const { events } of outcomes) {
      for (const printer of events.printed().keys()) this.#prints.get(printer)?.cutFirst(block);
    }
  }
}

function at<T>(lists: Map<string, T[]>, name: string): T[] {
  let list = lists.get(name);
  if (list === undefined) {
    list = [];
    lists.set(name, list);
  }
  return list;
}
