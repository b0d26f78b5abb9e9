import { RejectError } from '../../../chains/bitcoin/codec/error.js';
import { isCoinbase, outPointKey } from '../../../chains/bitcoin/codec/transaction.js';
import type { ChainChange } from '../chain/activate.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { ScriptChecker } from '../chain/validation/script-checker.js';
import { type ChainView, checkAcceptance } from './accept.js';
import { type MempoolEntry, paysMore } from './entry.js';
import { isMinable } from './minable.js';
import { checkTogether, type PackageCheck } from './package/check-package.js';
import { type PackageResult, submitPackage } from './package/submit-package.js';
import type { MempoolPolicy } from './policy/policy.js';
import { createPool, type Family, type Pool, type PoolState } from './pool.js';
import { directConflicts } from './replacement.js';

export type MempoolRemoval = 'block' | 'conflict' | 'expiry' | 'replaced' | 'reorg' | 'sizelimit';

/** The unconfirmed transactions. */
export type Mempool = {
  /** The graph of entries. Read only. */
  readonly pool: Pool;
  readonly policy: MempoolPolicy;
  /**
   * Adds a transaction.
   * @param guard called with the entry before it is added; throws to prevent that
   * @throws RejectError with Core's reject string
   */
  submit(record: TxRecord, guard?: (entry: MempoolEntry) => void): MempoolEntry;
  /** Checks transactions without adding them. Several must form a package. */
  test(records: TxRecord[]): PackageCheck;
  /**
   * Adds a child with its parents, which may pay too little without it.
   * @param guard as in `submit`, for each of them
   */
  submitPackage(records: TxRecord[], guard?: (entry: MempoolEntry) => void): PackageResult;
  /** Follows the chain: removes mined and conflicting transactions, and returns those of disconnected blocks. */
  follow(change: ChainChange): void;
  snapshot(): PoolState;
  restore(state: PoolState): void;
};

export type MempoolOptions = {
  chain: ChainView;
  scripts: ScriptChecker;
  policy: MempoolPolicy;
  /** Seconds since 1970. */
  now: () => number;
  /** `sequence` is `mempool_sequence` before the change. */
  onAdded: (entry: MempoolEntry, sequence: number) => void;
  onRemoved: (entry: MempoolEntry, removal: { reason: MempoolRemoval; sequence: number; replacedBy: string | undefined }) => void;
};

export function createMempool({ chain, scripts, policy, now, onAdded, onRemoved }: MempoolOptions): Mempool {
  const pool = createPool();
  /** The time of the last expiry, in seconds: the next one is due a second later. */
  let expiredAt = 0;

  const remove = (entry: MempoolEntry, reason: MempoolRemoval, replacedBy?: string) => {
    const sequence = pool.sequence();
    pool.remove(entry);
    onRemoved(entry, { reason, sequence, replacedBy });
  };

  const removeWithDescendants = (entry: MempoolEntry, reason: MempoolRemoval, replacedBy?: string) => {
    for (const descendant of [...pool.descendants(entry).values()].reverse()) remove(descendant, reason, replacedBy);
    remove(entry, reason, replacedBy);
  };

  const add = (record: TxRecord, bypassFees: boolean, guard?: (entry: MempoolEntry) => void): MempoolEntry => {
    const { entry, replaced } = checkAcceptance(record, { pool, chain, scripts, policy, now: now(), bypassFees });
    guard?.(entry);
    place(entry, replaced);
    return entry;
  };

  const place = (entry: MempoolEntry, replaced: Family) => {
    for (const other of [...replaced.values()].reverse()) remove(other, 'replaced', entry.record.txid);
    const sequence = pool.sequence();
    pool.add(entry);
    onAdded(entry, sequence);
  };

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
    while (pool.size() > policy.maxSize) {
      const [first, ...others] = pool.entries();
      if (first === undefined) return;
      removeWithDescendants(
        others.reduce((least, entry) => (paysMore(least, entry) ? entry : least), first),
        'sizelimit',
      );
    }
  };

  const removeMined = ({ records }: BlockEntry) => {
    for (const record of records) {
      const mined = pool.get(record.txid);
      if (mined !== undefined) remove(mined, 'block');
      pool.clearDelta(record.txid);
      for (const rival of directConflicts(pool, { record }).values()) removeWithDescendants(rival, 'conflict');
    }
  };

  /** Returns the transactions of a disconnected block, in order. One that is rejected is removed with its descendants. */
  const readmit = ({ records }: BlockEntry) => {
    for (const record of records) {
      if (!isCoinbase(record.tx) && pool.get(record.txid) === undefined) {
        try {
          add(record, true);
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
    submit: (record, guard) => {
      const entry = add(record, false, guard);
      trim();
      if (pool.get(entry.record.txid) === undefined) throw new RejectError('mempool full');
      return entry;
    },
    test: (records) => checkTogether(records, { pool, chain, scripts, policy, now: now(), allowReplacement: false }),
    submitPackage: (records, guard) =>
      submitPackage(records, { context: { pool, chain, scripts, policy, now: now(), guard }, add: place, trim }),
    follow: ({ disconnected, connected }) => {
      for (const block of connected) removeMined(block);
      if (disconnected.length === 0) return;
      for (const block of disconnected.toReversed()) readmit(block);
      removeUnminable();
      trim();
    },
    snapshot: () => pool.snapshot(),
    restore: (state) => pool.restore(state),
  };
}
