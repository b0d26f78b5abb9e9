import { RejectError } from '../../../protocol/codec/error.js';
import type { MempoolEntry } from '../entry.js';
import type { Family, Pool } from '../pool.js';
import type { MempoolPolicy } from './policy.js';

/** The carve-out: one more child of a single parent up to this size, so that both parties of a contract can bump a fee. */
const CARVE_OUT_SIZE = 10_000;

type Limits = Pick<MempoolPolicy, 'ancestorCount' | 'ancestorSize' | 'descendantCount' | 'descendantSize'>;

/** New transactions: their number, total size, and parents in the mempool. */
export type Newcomers = { count: number; size: number; parents: Family };

/**
 * Checks the limits of unconfirmed chains for a new entry.
 * @param replaced the entries that it replaces, which do not count
 * @param allowCarveOut whether the carve-out applies: neither in packages nor to TRUC transactions
 * @throws RejectError too-long-mempool-chain
 */
export function checkChainLimits(pool: Pool, entry: MempoolEntry, replaced: Family, policy: MempoolPolicy, allowCarveOut: boolean): void {
  const newcomers = () => ({ count: 1, size: entry.vsize, parents: pool.parents(entry) });
  const fault = limitFault(pool, newcomers(), replaced, policy);
  if (fault === undefined) return;
  if (!allowCarveOut) throw new RejectError('too-long-mempool-chain', fault);
  const carveOut: Limits = {
    ...policy,
    ancestorCount: 2,
    descendantCount: policy.descendantCount + 1,
    descendantSize: policy.descendantSize + CARVE_OUT_SIZE,
  };
  if (entry.vsize <= CARVE_OUT_SIZE && limitFault(pool, newcomers(), replaced, carveOut) === undefined) return;
  throw new RejectError('too-long-mempool-chain', fault);
}

/**
 * Returns the limit that a package would break if each transaction depended on all others, if any (Core's `CheckPackageLimits`, which is
 * stricter than necessary).
 */
export function packageLimitFault(pool: Pool, entries: MempoolEntry[], policy: MempoolPolicy): string | undefined {
  const count = entries.length;
  const size = entries.reduce((sum, { vsize }) => sum + vsize, 0);
  const over = (kind: string, limit: number, value: number) =>
    value > limit
      ? `package ${kind === 'ancestor count' || kind === 'descendant count' ? 'count' : 'size'} ${value} ` +
        `exceeds ${kind} limit [limit: ${limit}]`
      : undefined;
  const alone =
    over('ancestor count', policy.ancestorCount, count) ??
    over('descendant count', policy.descendantCount, count) ??
    over('ancestor size', policy.ancestorSize, size) ??
    over('descendant size', policy.descendantSize, size);
  if (alone !== undefined) return alone;
  const parents: Family = new Map(entries.flatMap((entry) => [...pool.parents(entry)]));
  const fault = limitFault(pool, { count, size, parents }, new Map(), policy);
  return fault === undefined || fault.includes('unconfirmed parents') ? fault : `possibly ${fault}`;
}

/** Walks up the ancestors, nearest first, in Core's order, which decides the limit that is reported. */
export function limitFault(pool: Pool, { count, size, parents: staged }: Newcomers, replaced: Family, limits: Limits): string | undefined {
  if (staged.size + count > limits.ancestorCount) return `too many unconfirmed parents [limit: ${limits.ancestorCount}]`;
  let total = size;
  for (const ancestor of staged.values()) {
    total += ancestor.vsize;
    const family = [...pool.descendants(ancestor).values()].filter(({ record }) => !replaced.has(record.txid));
    const familySize = family.reduce((sum, { vsize }) => sum + vsize, ancestor.vsize);
    if (familySize + size > limits.descendantSize) {
      return `exceeds descendant size limit for tx ${ancestor.record.txid} [limit: ${limits.descendantSize}]`;
    }
    if (family.length + 1 + count > limits.descendantCount) {
      return `too many descendants for tx ${ancestor.record.txid} [limit: ${limits.descendantCount}]`;
    }
    if (total > limits.ancestorSize) return `exceeds ancestor size limit [limit: ${limits.ancestorSize}]`;
    for (const [txid, parent] of pool.parents(ancestor)) staged.set(txid, parent);
    if (staged.size + count > limits.ancestorCount) return `too many unconfirmed ancestors [limit: ${limits.ancestorCount}]`;
  }
  return undefined;
}
