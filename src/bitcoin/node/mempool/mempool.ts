import { RejectError } from '../../protocol/codec/error.js';
import { outPointKey } from '../../protocol/codec/transaction.js';
import type { ChainChange } from '../chain/activate.js';
import type { BlockEntry } from '../chain/block-entry.js';
import { formatMoney } from '../chain/format-money.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { ScriptChecker } from '../chain/validation/script-checker.js';
import type { Log } from '../log/log.js';
import { type ChainView, checkAcceptance } from './accept.js';
import type { MempoolEntry } from './entry.js';
import { poorest } from './eviction.js';
import { feeRate } from './fee-rate.js';
import { isMinable, requireMinable } from './minable.js';
import { checkTogether, type PackageCheck } from './package/check-package.js';
import { type PackageResult, submitPackage } from './package/submit-package.js';
import type { MempoolPolicy } from './policy/policy.js';
import { createPool, type Family, type Pool, type PoolState } from './pool.js';
import { readmitted } from './readmission.js';
import { directConflicts } from './replacement.js';
import { decay, raise, requiredRate } from './rolling-fee.js';

export type MempoolRemoval = 'block' | 'conflict' | 'expiry' | 'replaced' | 'reorg' | 'sizelimit';

/** The time in seconds since 1970, and whether peers have not heard of the transaction. */
type Arrival = Partial<Pick<MempoolEntry, 'time' | 'unbroadcast'>>;

/** The unconfirmed transactions. */
export type Mempool = {
  /** The graph of entries. Read only. */
  readonly pool: Pool;
  readonly policy: MempoolPolicy;
  /** Returns the fee rate below which nothing is accepted, in sats per 1,000 virtual bytes. It rises when the mempool is full. */
  minFeeRate(): bigint;
  /**
   * Adds a transaction.
   * @param guard called with the entry before it is added; throws to prevent that
   * @param arrival what differs from that of a client's transaction now
   * @throws RejectError with Core's reject string
   */
  submit(record: TxRecord, guard?: (entry: MempoolEntry) => void, arrival?: Arrival): MempoolEntry;
  /** Checks transactions without adding them. Several must form a package. */
  test(records: TxRecord[]): PackageCheck;
  /**
   * Adds a child with its parents, which may pay too little without it.
   * @param guard as in `submit`, for each of them
   */
  submitPackage(records: TxRecord[], guard?: (entry: MempoolEntry) => void): PackageResult;
  /**
   * Follows the chain: removes mined and conflicting transactions, and returns those of disconnected blocks.
   * @param readmits whether the transactions of disconnected blocks return
   */
  follow(change: ChainChange, readmits: boolean): void;
  /** @throws RejectError for a transaction that the next block cannot have: no block could be mined */
  requireMinable(): void;
  snapshot(): PoolState;
  restore(state: PoolState): void;
};

export type MempoolOptions = {
  log: Log;
  chain: ChainView;
  scripts: ScriptChecker;
  policy: MempoolPolicy;
  /** Seconds since 1970. */
  now: () => number;
  /** `sequence` is `mempool_sequence` before the change; `isNew`: the transaction was neither in a block nor in a file. */
  onAdded: (entry: MempoolEntry, arrival: { sequence: number; isNew: boolean }) => void;
  onRemoved: (entry: MempoolEntry, removal: { reason: MempoolRemoval; sequence: number; replacedBy: string | undefined }) => void;
};

type AddOptions = { bypassFees: boolean; guard?: ((entry: MempoolEntry) => void) | undefined; arrival?: Arrival | undefined };

export function createMempool({ chain, scripts, policy, log, now, onAdded, onRemoved }: MempoolOptions): Mempool {
  const pool = createPool();
  /** The time of the last expiry, in seconds: the next one is due a second later. */
  let expiredAt = 0;

  const rollingFee = () => {
    const fill = pool.memory() / policy.maxMemory;
    pool.setRollingFee(decay(pool.rollingFee(), { now: now(), fill, incremental: policy.incrementalFeeRate }));
    return requiredRate(pool.rollingFee(), policy.incrementalFeeRate);
  };

  const context = () => ({ pool, chain, scripts, policy, rollingFeeRate: rollingFee(), now: now() });

  const remove = (entry: MempoolEntry, reason: MempoolRemoval, replacedBy?: string) => {
    const sequence = pool.sequence();
    pool.remove(entry);
    onRemoved(entry, { reason, sequence, replacedBy });
  };

  const removeWithDescendants = (entry: MempoolEntry, reason: MempoolRemoval, replacedBy?: string) => {
    for (const descendant of [...pool.descendants(entry).values()].reverse()) remove(descendant, reason, replacedBy);
    remove(entry, reason, replacedBy);
  };

  const add = (record: TxRecord, { bypassFees, guard, arrival }: AddOptions): MempoolEntry => {
    const { entry, replaced } = checkAcceptance(record, { ...context(), bypassFees });
    guard?.(entry);
    const added = { ...entry, ...arrival };
    place(added, replaced);
    return added;
  };

  const place = (entry: MempoolEntry, replaced: Family) => {
    for (const other of [...replaced.values()].reverse()) remove(other, 'replaced', entry.record.txid);
    pool.add(entry);
  };

  const report = (entry: MempoolEntry, isNew = entry.unbroadcast) => onAdded(entry, { sequence: pool.nextSequence(), isNew });

  const expire = (time: number) => {
    if (time === expiredAt) return;
    expiredAt = time;
    for (const entry of pool.entries()) {
      if (entry.time < time - policy.expiry && pool.get(entry.record.txid) === entry) removeWithDescendants(entry, 'expiry');
    }
  };

  /** Removes expired entries, then evicts the lowest fee rates with their descendants until the rest fits. */
  const trim = () => {
    expire(now());
    while (pool.memory() > policy.maxMemory) {
      const { entry, family } = poorest(pool);
      const rate = feeRate(family.modifiedFee, family.vsize);
      pool.setRollingFee(raise(pool.rollingFee(), rate + policy.incrementalFeeRate));
      const before = pool.count();
      removeWithDescendants(entry, 'sizelimit');
      const bumped = formatMoney(rate + policy.incrementalFeeRate);
      log.debug('mempool', () => `Removed ${before - pool.count()} txn, rolling minimum fee bumped to ${bumped} BTC/kvB`);
    }
  };

  const removeMined = ({ records }: BlockEntry) => {
    pool.setRollingFee({ ...pool.rollingFee(), updatedAt: now(), falling: true });
    for (const record of records) {
      const mined = pool.get(record.txid);
      if (mined !== undefined) remove(mined, 'block');
      pool.clearDelta(record.txid);
      for (const rival of directConflicts(pool, { record }).values()) removeWithDescendants(rival, 'conflict');
    }
  };

  /**
   * Returns the transactions of disconnected blocks, highest block first, in order. One that is rejected is removed with its descendants.
   */
  const readmit = (blocks: readonly BlockEntry[], readmits: boolean) => {
    const returning = readmits ? readmitted(blocks) : new Set();
    for (const record of blocks.toReversed().flatMap(({ records }) => records)) {
      if (returning.has(record) && pool.get(record.txid) === undefined) {
        try {
          report(add(record, { bypassFees: true }));
          continue;
        } catch (error) {
          if (!(error instanceof RejectError)) throw error;
        }
      }
      if (pool.get(record.txid) === undefined) removeOrphans(record);
    }
  };

  const removeOrphans = (record: TxRecord) => {
    record.tx.outputs.forEach((_, index) => {
      const key = outPointKey({ hash: record.txidBytes, index });
      const child = chain.coin(key) === undefined ? pool.spender(key) : undefined;
      if (child !== undefined) removeWithDescendants(child, 'reorg');
    });
  };

  /** After a reorganisation, lock times may be in the future again, and coinbases immature or missing. */
  const removeUnminable = () => {
    for (const entry of pool.entries()) {
      if (pool.get(entry.record.txid) === entry && !isMinable(entry, { pool, chain })) removeWithDescendants(entry, 'reorg');
    }
  };

  return {
    pool,
    policy,
    minFeeRate: () => {
      const [rolling, relay] = [rollingFee(), policy.minRelayFeeRate];
      if (rolling < relay) return relay;
      return rolling;
    },
    submit: (record, guard, arrival) => {
      const entry = add(record, { bypassFees: false, guard, arrival });
      // As in Core, what has to leave is reported before.
      trim();
      if (pool.get(entry.record.txid) === undefined) throw new RejectError('mempool full');
      report(entry);
      return entry;
    },
    test: (records) => checkTogether(records, { ...context(), allowReplacement: false, allowCarveOut: records.length === 1 }),
    submitPackage(records, guard) {
      const addNew = (entry: MempoolEntry, replaced: Family) => {
        place(entry, replaced);
        report(entry, true);
      };
      return submitPackage(records, { context: { ...context(), guard, allowCarveOut: false }, add: addNew, trim });
    },
    follow: ({ disconnected, connected }, readmits) => {
      for (const block of connected) removeMined(block);
      if (disconnected.length === 0) return;
      readmit(disconnected, readmits);
      removeUnminable();
      trim();
    },
    requireMinable() {
      for (const entry of pool.entries()) requireMinable(entry, { pool, chain, scripts });
    },
    snapshot: () => pool.snapshot(),
    restore: (state) => pool.restore(state),
  };
}
