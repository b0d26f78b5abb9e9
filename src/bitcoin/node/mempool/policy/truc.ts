import { RejectError } from '../../../protocol/codec/error.js';
import { hashToHex } from '../../../protocol/codec/hex.js';
import type { TxRecord } from '../../chain/tx-record.js';
import type { MempoolEntry } from '../entry.js';
import type { Family, Pool } from '../pool.js';

/** The version of topologically restricted transactions (BIP431): at most one unconfirmed parent or one unconfirmed child. */
const TRUC_VERSION = 3;
const MAX_SIZE = 10_000;
const MAX_CHILD_SIZE = 1_000;

/**
 * Checks BIP431 for a new entry (Core's `SingleTRUCChecks`).
 * @param conflicts the entries that it replaces
 * @returns the parent's other child, if the entry may replace it without a common input
 * @throws RejectError TRUC-violation
 */
export function checkTruc(pool: Pool, entry: MempoolEntry, conflicts: Family, siblingEviction: boolean): MempoolEntry | undefined {
  const restricted = isTruc(entry.record);
  const name = nameOf(entry.record);
  const parents = [...pool.parents(entry).values()];
  const stranger = parents.find(({ record }) => isTruc(record) !== restricted);
  if (stranger !== undefined) throw violation(versionFault(entry.record, stranger.record));
  if (!restricted) return undefined;
  if (entry.vsize > MAX_SIZE) throw violation(`version=3 tx ${name} is too big: ${entry.vsize} > ${MAX_SIZE} virtual bytes`);
  const [parent, ...others] = parents;
  if (parent === undefined) return undefined;
  if (others.length > 0 || pool.parents(parent).size > 0) throw violation(`tx ${name} would have too many ancestors`);
  if (entry.vsize > MAX_CHILD_SIZE) throw violation(childSizeFault(entry));
  const siblings = [...pool.descendants(parent).values()];
  const [sibling] = siblings;
  if (sibling === undefined || siblings.some(({ record }) => conflicts.has(record.txid))) return undefined;
  if (siblings.length > 1 || !siblingEviction) throw violation(`tx ${nameOf(parent.record)} would exceed descendant count limit`);
  return sibling;
}

/** Returns the violation of BIP431 by a transaction of a package, if any (Core's `PackageTRUCChecks`). */
export function packageTrucFault(pool: Pool, entry: MempoolEntry, records: TxRecord[]): string | undefined {
  const { record } = entry;
  const waiting = [...pool.parents(entry).values()].map((parent) => parent.record);
  const parents = [...waiting, ...records.filter((other) => spends(record, other))];
  if (!isTruc(record)) {
    const stranger = parents.find(isTruc);
    return stranger && versionFault(record, stranger);
  }
  if (entry.vsize > MAX_SIZE) return `version=3 tx ${nameOf(record)} is too big: ${entry.vsize} > ${MAX_SIZE} virtual bytes`;
  if (parents.length > 1) return `tx ${nameOf(record)} would have too many ancestors`;
  const [parent] = parents;
  if (parent === undefined) return undefined;
  if (entry.vsize > MAX_CHILD_SIZE) return childSizeFault(entry);
  if (!isTruc(parent)) return versionFault(record, parent);
  for (const other of records) {
    if (other === record) continue;
    if (spends(other, parent)) return `tx ${nameOf(parent)} would exceed descendant count limit`;
    if (spends(other, record)) return `tx ${nameOf(other)} would have too many ancestors`;
  }
  const known = pool.get(parent.txid);
  return known !== undefined && pool.children(known).size > 0 ? `tx ${nameOf(parent)} would exceed descendant count limit` : undefined;
}

function spends(child: TxRecord, parent: TxRecord): boolean {
  return child.tx.inputs.some(({ previous }) => hashToHex(previous.hash) === parent.txid);
}

/** Whether BIP431 applies to a transaction. */
export function isTruc({ tx }: TxRecord): boolean {
  return tx.version === TRUC_VERSION;
}

function versionFault(child: TxRecord, parent: TxRecord): string {
  const [own, other] = isTruc(child) ? ['version=3', 'non-version=3'] : ['non-version=3', 'version=3'];
  return `${own} tx ${nameOf(child)} cannot spend from ${other} tx ${nameOf(parent)}`;
}

function childSizeFault({ record, vsize }: MempoolEntry): string {
  return `version=3 child tx ${nameOf(record)} is too big: ${vsize} > ${MAX_CHILD_SIZE} virtual bytes`;
}

function nameOf({ txid, wtxid }: TxRecord): string {
  return `${txid} (wtxid=${wtxid})`;
}

function violation(detail: string): RejectError {
  return new RejectError('TRUC-violation', detail);
}
