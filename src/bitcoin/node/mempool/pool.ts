import { outPointKey } from '../../protocol/codec/transaction.js';
import { type Coin, MEMPOOL_HEIGHT, outputKey } from '../chain/coin.js';
import { ForkMap } from '../chain/fork-map.js';
import type { MempoolEntry } from './entry.js';
import { memoryOf } from './memory.js';
import { NO_ROLLING_FEE, type RollingFee } from './rolling-fee.js';

/** The state of a mempool. A fork of its maps is a snapshot. */
export type PoolState = {
  /** By txid. */
  entries: ForkMap<MempoolEntry>;
  /** The entries that create outputs, by `outPointKey`. */
  outputs: ForkMap<{ coin: Coin; entry: MempoolEntry }>;
  /** The entries that spend outputs of the mempool or of the chain, by `outPointKey`. */
  spends: ForkMap<MempoolEntry>;
  /** The fee deltas of `prioritisetransaction`, in sats by txid, also of transactions that are not in the mempool. */
  deltas: ForkMap<bigint>;
  /** The total of virtual bytes. */
  size: number;
  /** The memory in bytes, as Core counts it. */
  memory: number;
  rollingFee: RollingFee;
  /** The total of fees, in sats. */
  fees: bigint;
  /** The number of additions and removals: `mempool_sequence`. */
  sequence: number;
};

export type Family = Map<string, MempoolEntry>;

/** The graph of unconfirmed transactions, without rules. Outputs define its edges. */
export type Pool = {
  get(txid: string): MempoolEntry | undefined;
  entries(): MempoolEntry[];
  count(): number;
  size(): number;
  memory(): number;
  rollingFee(): RollingFee;
  setRollingFee(fee: RollingFee): void;
  fees(): bigint;
  sequence(): number;
  /** Counts an addition. @returns `mempool_sequence` before it */
  nextSequence(): number;
  /** Returns the fee delta of a transaction, in sats. */
  delta(txid: string): bigint;
  deltas(): Iterable<[txid: string, delta: bigint]>;
  /** Adds to the fee delta of a transaction. */
  prioritise(txid: string, delta: bigint): void;
  /** Deletes the fee delta of a transaction, for example when it is mined. */
  clearDelta(txid: string): void;
  coin(key: string): Coin | undefined;
  spender(key: string): MempoolEntry | undefined;
  parents(entry: Pick<MempoolEntry, 'record'>): Family;
  children(entry: MempoolEntry): Family;
  /** Returns all ancestors, without the entry itself. */
  ancestors(entry: Pick<MempoolEntry, 'record'>): Family;
  /** Returns all descendants, without the entry itself. */
  descendants(entry: MempoolEntry): Family;
  add(entry: MempoolEntry): void;
  remove(entry: MempoolEntry): void;
  /** Records whether a peer has requested a transaction. */
  markBroadcast(txid: string, done?: boolean): void;
  fork(): Pool;
  snapshot(): PoolState;
  restore(state: PoolState): void;
};

export function createPool(initial: PoolState = emptyState()): Pool {
  let state = initial;

  const parents = ({ record }: Pick<MempoolEntry, 'record'>): Family => {
    const family: Family = new Map();
    for (const { previous } of record.tx.inputs) {
      const parent = state.outputs.get(outPointKey(previous))?.entry;
      if (parent !== undefined) family.set(parent.record.txid, parent);
    }
    return family;
  };
  const children = ({ record }: MempoolEntry): Family => {
    const family: Family = new Map();
    record.tx.outputs.forEach((_, index) => {
      const child = state.spends.get(outputKey(record, index));
      if (child !== undefined) family.set(child.record.txid, child);
    });
    return family;
  };
  const closure = (first: Family, next: (entry: MempoolEntry) => Family): Family => {
    // The iteration of a Map includes entries added meanwhile.
    for (const entry of first.values()) for (const [txid, relative] of next(entry)) first.set(txid, relative);
    return first;
  };

  /** Inserts an entry, or replaces its older version. */
  const place = (entry: MempoolEntry) => {
    const { record } = entry;
    state.entries.set(record.txid, entry);
    for (const { previous } of record.tx.inputs) state.spends.set(outPointKey(previous), entry);
    record.tx.outputs.forEach(({ value, scriptPubKey }, index) => {
      const coin = { value, scriptPubKey, height: MEMPOOL_HEIGHT, coinbase: false };
      state.outputs.set(outputKey(record, index), { coin, entry });
    });
  };

  return {
    get: (txid) => state.entries.get(txid),
    entries: () => [...state.entries.values()].sort((a, b) => a.sequence - b.sequence),
    count: () => state.entries.size,
    size: () => state.size,
    memory: () => state.memory,
    rollingFee: () => state.rollingFee,
    setRollingFee: (fee) => {
      state.rollingFee = fee;
    },
    fees: () => state.fees,
    sequence: () => state.sequence,
    nextSequence: () => state.sequence++,
    delta: (txid) => state.deltas.get(txid) ?? 0n,
    deltas: () => state.deltas.entries(),
    prioritise: (txid, delta) => {
      const total = (state.deltas.get(txid) ?? 0n) + delta;
      if (total === 0n) state.deltas.delete(txid);
      else state.deltas.set(txid, total);
      const entry = state.entries.get(txid);
      if (entry !== undefined) place({ ...entry, modifiedFee: entry.fee + total });
    },
    clearDelta: (txid) => {
      state.deltas.delete(txid);
    },
    coin: (key) => state.outputs.get(key)?.coin,
    spender: (key) => state.spends.get(key),
    parents,
    children,
    ancestors: (entry) => closure(parents(entry), parents),
    descendants: (entry) => closure(children(entry), children),
    add: (entry) => {
      place(entry);
      state.size += entry.vsize;
      state.memory += memoryOf(entry.record);
      state.fees += entry.fee;
    },
    markBroadcast: (txid, done = true) => {
      const entry = state.entries.get(txid);
      if (entry?.unbroadcast === done) place({ ...entry, unbroadcast: !done });
    },
    remove: (entry) => {
      const { record } = entry;
      if (!state.entries.delete(record.txid)) return;
      for (const { previous } of record.tx.inputs) state.spends.delete(outPointKey(previous));
      record.tx.outputs.forEach((_, index) => {
        state.outputs.delete(outputKey(record, index));
      });
      state.size -= entry.vsize;
      state.memory -= memoryOf(record);
      state.fees -= entry.fee;
      state.sequence++;
    },
    fork: () => createPool(forkState(state)),
    snapshot: () => forkState(state),
    restore: (snapshot) => {
      state = forkState(snapshot);
    },
  };
}

function emptyState(): PoolState {
  return {
    entries: new ForkMap(),
    outputs: new ForkMap(),
    spends: new ForkMap(),
    deltas: new ForkMap(),
    size: 0,
    memory: 0,
    rollingFee: NO_ROLLING_FEE,
    fees: 0n,
    sequence: 1,
  };
}

function forkState(state: PoolState): PoolState {
  return {
    ...state,
    entries: state.entries.fork(),
    outputs: state.outputs.fork(),
    spends: state.spends.fork(),
    deltas: state.deltas.fork(),
  };
}
