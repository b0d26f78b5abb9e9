import { RejectError } from '../codec/error.js';
import type { MempoolEntry } from './entry.js';
import type { Family, Pool } from './pool.js';

/** The version of topologically restricted transactions (BIP431): at most one unconfirmed parent or one unconfirmed child. */
const TRUC_VERSION = 3;
const MAX_SIZE = 10_000;
const MAX_CHILD_SIZE = 1_000;

/**
 * Holds a newcomer to BIP431 (Core's `SingleTRUCChecks`).
 * @param conflicts what it replaces
 * @returns the parent's other child, which may be replaced in its stead though they have no input in common
 * @throws RejectError TRUC-violation
 */
export function checkTruc(pool: Pool, entry: MempoolEntry, conflicts: Family): MempoolEntry | undefined {
  const restricted = isRestricted(entry);
  const name = nameOf(entry);
  const parents = [...pool.parents(entry).values()];
  for (const parent of parents) {
    if (isRestricted(parent) === restricted) continue;
    const [own, other] = restricted ? ['version=3', 'non-version=3'] : ['non-version=3', 'version=3'];
    throw violation(`${own} tx ${name} cannot spend from ${other} tx ${nameOf(parent)}`);
  }
  if (!restricted) return undefined;
  if (entry.vsize > MAX_SIZE) throw violation(`version=3 tx ${name} is too big: ${entry.vsize} > ${MAX_SIZE} virtual bytes`);
  const [parent, ...others] = parents;
  if (parent === undefined) return undefined;
  if (others.length > 0 || pool.parents(parent).size > 0) throw violation(`tx ${name} would have too many ancestors`);
  if (entry.vsize > MAX_CHILD_SIZE)
    throw violation(`version=3 child tx ${name} is too big: ${entry.vsize} > ${MAX_CHILD_SIZE} virtual bytes`);
  const siblings = [...pool.descendants(parent).values()];
  const [sibling] = siblings;
  if (sibling === undefined || siblings.every(({ record }) => conflicts.has(record.txid))) return undefined;
  if (siblings.length > 1) throw violation(`tx ${nameOf(parent)} would exceed descendant count limit`);
  return sibling;
}

function isRestricted({ record }: MempoolEntry): boolean {
  return record.tx.version === TRUC_VERSION;
}

function nameOf({ record }: MempoolEntry): string {
  return `${record.txid} (wtxid=${record.wtxid})`;
}

function violation(detail: string): RejectError {
  return new RejectError('TRUC-violation', detail);
}
