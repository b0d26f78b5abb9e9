import { RejectError } from '../codec/error.js';
import type { MempoolEntry } from './entry.js';
import type { MempoolPolicy } from './policy.js';
import type { Family, Pool } from './pool.js';

/** The size up to which one more child of a single parent is allowed, so that both parties of a contract can bump a fee. */
const CARVE_OUT_SIZE = 10_000;

type Limits = Pick<MempoolPolicy, 'ancestorCount' | 'ancestorSize' | 'descendantCount' | 'descendantSize'>;

/**
 * Holds a newcomer to the limits of unconfirmed chains.
 * @param replaced what leaves the mempool for it and so does not count
 * @throws RejectError too-long-mempool-chain
 */
export function checkChainLimits(pool: Pool, entry: MempoolEntry, replaced: Family, policy: MempoolPolicy): void {
  const fault = limitFault(pool, entry, replaced, policy);
  if (fault === undefined) return;
  const carveOut: Limits = {
    ...policy,
    ancestorCount: 2,
    descendantCount: policy.descendantCount + 1,
    descendantSize: policy.descendantSize + CARVE_OUT_SIZE,
  };
  if (entry.vsize <= CARVE_OUT_SIZE && limitFault(pool, entry, replaced, carveOut) === undefined) return;
  throw new RejectError('too-long-mempool-chain', fault);
}

/** Walks up the ancestors, nearest first, in Core's order: that decides which of several broken limits is named. */
function limitFault(pool: Pool, entry: MempoolEntry, replaced: Family, limits: Limits): string | undefined {
  const staged = pool.parents(entry);
  if (staged.size + 1 > limits.ancestorCount) return `too many unconfirmed parents [limit: ${limits.ancestorCount}]`;
  let size = entry.vsize;
  for (const ancestor of staged.values()) {
    size += ancestor.vsize;
    const family = [...pool.descendants(ancestor).values()].filter(({ record }) => !replaced.has(record.txid));
    const familySize = family.reduce((sum, { vsize }) => sum + vsize, ancestor.vsize);
    if (familySize + entry.vsize > limits.descendantSize) {
      return `exceeds descendant size limit for tx ${ancestor.record.txid} [limit: ${limits.descendantSize}]`;
    }
    if (family.length + 2 > limits.descendantCount) {
      return `too many descendants for tx ${ancestor.record.txid} [limit: ${limits.descendantCount}]`;
    }
    if (size > limits.ancestorSize) return `exceeds ancestor size limit [limit: ${limits.ancestorSize}]`;
    for (const [txid, parent] of pool.parents(ancestor)) staged.set(txid, parent);
    if (staged.size + 1 > limits.ancestorCount) return `too many unconfirmed ancestors [limit: ${limits.ancestorCount}]`;
  }
  return undefined;
}
