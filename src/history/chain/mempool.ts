import { CodecError } from '../../chains/stacks/codec/error.js';
import type { Transaction } from '../../chains/stacks/codec/transaction/transaction.js';
import { RecentMap } from '../../storage/recent-map.js';
import { decodeRaw } from '../decode-raw.js';
import type { BlockRecord } from './records.js';

/** A transaction that is in the mempool, or was and is in no block. */
export class PendingTransaction {
  /** With 0x. */
  readonly txid: string;
  readonly rawTx: string;
  /** When it was first seen, in seconds since 1970. */
  readonly since: number;
  /** The height of the Stacks chain then. */
  readonly height: number;
  /** The block that contained it and left the chain, until the node reports the transaction again. */
  readonly orphanOf: BlockRecord | undefined;
  #decoded: Transaction | undefined;

  constructor(fields: Pick<PendingTransaction, 'txid' | 'rawTx' | 'since' | 'height'> & { orphanOf?: BlockRecord }) {
    this.txid = fields.txid;
    this.rawTx = fields.rawTx;
    this.since = fields.since;
    this.height = fields.height;
    this.orphanOf = fields.orphanOf;
  }

  get transaction(): Transaction {
    this.#decoded ??= decodeRaw(this.rawTx);
    return this.#decoded;
  }
}

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

/** The Stacks mempool as events report it. */
export class Mempool {
  #pending = new Map<string, PendingTransaction>();
  #dropped = new RecentMap<DroppedTransaction>(DROPPED);
  /** All that left the mempool, also what a restore forgets. */
  readonly #left = new RecentMap<DroppedTransaction>(DROPPED);
  /** Counts changes, for conditional requests. */
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  /** In the order of arrival. */
  pending(): PendingTransaction[] {
    return [...this.#pending.values()];
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
    this.#changes++;
    this.#dropped.delete(pending.txid);
    this.#pending.set(pending.txid, pending);
  }

  drop(txid: string, { reason, detail, replacedBy }: Drop): void {
    const pending = this.#pending.get(txid) ?? this.#dropped.get(txid)?.pending;
    this.#changes++;
    this.#pending.delete(txid);
    this.#dropped.set(txid, { pending, reason, detail, replacedBy });
    this.#left.set(txid, { pending, reason, detail, replacedBy });
  }

  /** Takes the transactions of a block out. */
  entered({ txids, unknownOutcomes }: BlockRecord): void {
    for (const txid of [...txids, ...unknownOutcomes.map((outcome) => outcome.txid)]) if (this.#pending.delete(txid)) this.#changes++;
  }

  /** Puts the transactions of a block that left the chain back, as nodes do. */
  left(block: BlockRecord): void {
    const { transactions, unknownOutcomes, height } = block;
    for (const { txid, rawTx } of [...transactions.map((record) => record.receipt()), ...unknownOutcomes]) {
      const pending = new PendingTransaction({ txid, rawTx, since: secondsNow(), height, orphanOf: block });
      if (!isMadeByMiner(pending)) this.add(pending);
    }
  }

  state(): MempoolState {
    return { pending: new Map(this.#pending), dropped: this.#dropped.copy() };
  }

  /** @param state nothing to begin with an empty one */
  restore(state?: MempoolState): void {
    this.#changes++;
    for (const [txid, pending] of this.#pending) {
      if (state?.pending.has(txid) !== true) this.#left.set(txid, { pending, reason: UNDONE });
    }
    this.#pending = new Map(state?.pending);
    this.#dropped = state?.dropped.copy() ?? new RecentMap(DROPPED);
  }
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
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
