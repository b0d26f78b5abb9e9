import { LimitedMap } from '../../../base/limited-map.js';
import { RecentMap } from '../../../base/storage.js';
import { CodecError } from '../../protocol/codec/error.js';
import { PendingIndex, type PendingKey, type PendingList } from './pending-index.js';
import { PendingTransaction } from './pending-transaction.js';
import type { BlockRecord } from './records.js';

/** Why a transaction left the mempool: `reason` is the node's word, `detail` says more where the embedded node knows it. */
type Drop = { reason: string; detail?: string | undefined; replacedBy?: string | undefined };
/** `pending` is absent if the transaction was never seen before. */
export type DroppedTransaction = Drop & { pending: PendingTransaction | undefined };

/** The state of a mempool at a snapshot. */
export type MempoolState = { pending: Map<string, PendingTransaction>; dropped: RecentMap<DroppedTransaction> };

/** The reason of a node's observer event for a transaction that a restore or a reorganisation undid. */
export const UNDONE = 'StaleGarbageCollect';

/** How many dropped transactions are remembered at least; the oldest go first. */
const DROPPED = 20_000;

/** Of how many blocks it is remembered when their transactions arrived: a reorganisation of more has them arrive when it happens. */
const WITH_ARRIVALS = 10_000;

/** Returns an empty memory of dropped transactions. */
export function emptyDropped(): MempoolState['dropped'] {
  return new RecentMap(DROPPED);
}

/** When the transactions of a block arrived: `since` and `height` of each in turn, zeros for one that was not pending. */
type Arrivals = readonly number[];

/** The Stacks mempool as events report it. */
export class Mempool {
  #pending = new Map<string, PendingTransaction>();
  #dropped = emptyDropped();
  /** All that left the mempool, also what a restore forgets. */
  readonly #left = emptyDropped();
  #taken = new Map<string, PendingTransaction>();
  /** When the transactions of a block arrived, should they be pending again; by the number of the block. */
  readonly #arrivals = new LimitedMap<number, Arrivals>(WITH_ARRIVALS);
  /** Made at the first question. */
  #index: PendingIndex | undefined;

  get size(): number {
    return this.#pending.size;
  }

  /** In the order of arrival. */
  pending(): PendingTransaction[] {
    return [...this.#pending.values()];
  }

  /** Returns the pending transactions that a key finds. It follows the mempool until a restore. */
  list(key: PendingKey): PendingList {
    if (this.#index === undefined) {
      this.#index = new PendingIndex();
      for (const pending of this.#pending.values()) this.#index.add(pending);
    }
    return this.#index.find(key);
  }

  /** What the last block took out. */
  get taken(): ReadonlyMap<string, PendingTransaction> {
    return this.#taken;
  }

  find(txid: string): PendingTransaction | undefined {
    return this.#pending.get(txid);
  }

  findDropped(txid: string): DroppedTransaction | undefined {
    return this.#dropped.get(txid);
  }

  /** As `findDropped`, but a restore does not forget: what was pending before it is a dropped transaction, too. An indexer knows it so. */
  findLeft(txid: string): DroppedTransaction | undefined {
    return this.#dropped.get(txid) ?? this.#left.get(txid);
  }

  add(pending: PendingTransaction): void {
    this.#take(pending.txid);
    this.#dropped.delete(pending.txid);
    this.#pending.set(pending.txid, pending);
    this.#index?.add(pending);
  }

  drop(txid: string, { reason, detail, replacedBy }: Drop): void {
    const pending = this.#take(txid) ?? this.#dropped.get(txid)?.pending;
    this.#dropped.set(txid, { pending, reason, detail, replacedBy });
    this.#left.set(txid, { pending, reason, detail, replacedBy });
  }

  /** Takes the transactions of a block out. */
  entered(block: BlockRecord): void {
    const { txids, unknownOutcomes } = block;
    const all = [...txids, ...unknownOutcomes.map((outcome) => outcome.txid)];
    this.#taken = new Map();
    const arrivals: number[] = [];
    for (const txid of all) {
      const pending = this.#take(txid);
      arrivals.push(pending?.since ?? 0, pending?.height ?? 0);
      if (pending !== undefined) this.#taken.set(txid, pending);
    }
    if (this.#taken.size > 0) this.#arrivals.set(block.number, arrivals);
  }

  /** Puts the transactions of a block that left the chain back, as nodes do. */
  left(block: BlockRecord): void {
    const { transactions, unknownOutcomes } = block;
    const arrivals = this.#arrivals.get(block.number);
    for (const [place, { txid, rawTx }] of [...transactions.map((record) => record.receipt()), ...unknownOutcomes].entries()) {
      const arrived = arrivals?.[2 * place] || undefined;
      const since = arrived ?? secondsNow();
      const height = (arrived && arrivals?.[2 * place + 1]) ?? block.height;
      const pending = new PendingTransaction({ txid, rawTx, since, height, orphanOf: block });
      if (!isMadeByMiner(pending)) this.add(pending);
    }
  }

  state(): MempoolState {
    return { pending: new Map(this.#pending), dropped: this.#dropped.copy() };
  }

  /** @param state nothing to begin with an empty one */
  restore(state?: MempoolState): void {
    for (const [txid, pending] of this.#pending) {
      if (state?.pending.has(txid) !== true) this.#left.set(txid, { pending, reason: UNDONE });
    }
    this.#pending = new Map(state?.pending);
    this.#dropped = state?.dropped.copy() ?? emptyDropped();
    this.#taken = new Map();
    this.#index = undefined;
  }

  /** Takes a transaction out. @returns it, if it was pending */
  #take(txid: string): PendingTransaction | undefined {
    const pending = this.#pending.get(txid);
    if (pending === undefined) return undefined;
    this.#pending.delete(txid);
    this.#index?.delete(pending);
    return pending;
  }
}

/** The time of arrival of a transaction: rounded, as in the Stacks API, so that two that arrive one after the other are ordered alike. */
export function secondsNow(): number {
  return Math.round(Date.now() / 1000);
}

/** Whether only the miner can make such a transaction, so that it ends with its block. Operations on Bitcoin are no transactions at all. */
function isMadeByMiner(pending: PendingTransaction): boolean {
  try {
    const { type } = pending.transaction.payload;
    return type === 'coinbase' || type === 'tenure-change';
  } catch (error) {
    if (error instanceof CodecError) return true;
    throw error;
  }
}
