import { RejectError } from '../../protocol/codec/error.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import { outPointKey } from '../../protocol/codec/transaction.js';
import { formatMoney } from '../chain/format-money.js';
import { type MempoolEntry, paysMore } from './entry.js';
import { feeRate } from './fee-rate.js';
import { feeFor, type MempoolPolicy } from './policy/policy.js';
import type { Family, Pool } from './pool.js';

/** Returns the entries that spend an input of the transaction. */
export function directConflicts(pool: Pool, { record }: Pick<MempoolEntry, 'record'>): Family {
  const family: Family = new Map();
  for (const { previous } of record.tx.inputs) {
    const rival = pool.spender(outPointKey(previous));
    if (rival !== undefined) family.set(rival.record.txid, rival);
  }
  return family;
}

/** Returns the conflicts and all their descendants. */
export function withDescendants(pool: Pool, conflicts: Family): Family {
  const all: Family = new Map(conflicts);
  for (const conflict of conflicts.values()) for (const [txid, entry] of pool.descendants(conflict)) all.set(txid, entry);
  return all;
}

export type Replacement = {
  /** The entries that it replaces directly, and those with their descendants. */
  conflicts: Family;
  replaced: Family;
  /** Whether one of them is a sibling by BIP431, without a common input. */
  sibling: boolean;
  policy: MempoolPolicy;
};

/**
 * Checks whether a new entry may replace its conflicts, by Core's rules of full replace-by-fee (doc/policy/mempool-replacements.md),
 * in Core's order.
 * @throws RejectError
 */
export function checkReplacement(pool: Pool, entry: MempoolEntry, { conflicts, replaced, sibling, policy }: Replacement): void {
  const { record, modifiedFee: fee } = entry;
  const note = sibling ? ' (including sibling eviction)' : '';
  for (const conflict of conflicts.values()) {
    if (paysMore(entry, conflict)) continue;
    const rates = `new feerate ${formatRate(entry)} <= old feerate ${formatRate(conflict)}`;
    throw new RejectError(`insufficient fee${note}`, `rejecting replacement ${record.txid}; ${rates}`);
  }
  if (replaced.size > policy.maxReplaced) {
    const counts = `too many potential replacements (${replaced.size} > ${policy.maxReplaced})`;
    throw new RejectError(`too many potential replacements${note}`, `rejecting replacement ${record.txid}; ${counts}`);
  }
  checkNoNewUnconfirmed(pool, entry, conflicts);
  const evicted = [...replaced.values()].reduce((sum, other) => sum + other.modifiedFee, 0n);
  if (fee < evicted) {
    const fees = `less fees than conflicting txs; ${formatMoney(fee)} < ${formatMoney(evicted)}`;
    throw new RejectError(`insufficient fee${note}`, `rejecting replacement ${record.txid}, ${fees}`);
  }
  const relay = feeFor(policy.incrementalFeeRate, entry.vsize);
  if (fee - evicted < relay) {
    const fees = `not enough additional fees to relay; ${formatMoney(fee - evicted)} < ${formatMoney(relay)}`;
    throw new RejectError(`insufficient fee${note}`, `rejecting replacement ${record.txid}, ${fees}`);
  }
}

/** Rule 2: a replacement adds no unconfirmed input. */
function checkNoNewUnconfirmed(pool: Pool, { record }: MempoolEntry, conflicts: Family): void {
  const parents = new Set<string>();
  for (const conflict of conflicts.values()) for (const txid of pool.parents(conflict).keys()) parents.add(txid);
  record.tx.inputs.forEach(({ previous }, index) => {
    const parent = hashToHex(previous.hash);
    if (pool.get(parent) !== undefined && !parents.has(parent)) {
      throw new RejectError('replacement-adds-unconfirmed', `replacement ${record.txid} adds unconfirmed input, idx ${index}`);
    }
  });
}

/** Formats a fee rate as Core's messages do. */
export function formatRate({ modifiedFee, vsize }: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>): string {
  const rate = feeRate(modifiedFee, vsize);
  const rest = rate % 100_000_000n;
  // As C prints a negative number with eight digits.
  const digits = rest < 0n ? `-${`${-rest}`.padStart(7, '0')}` : `${rest}`.padStart(8, '0');
  return `${rate / 100_000_000n}.${digits} BTC/kvB`;
}
