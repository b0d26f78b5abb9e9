import { RejectError } from '../../../protocol/codec/error.js';
import { formatMoney } from '../../chain/format-money.js';
import { type MempoolEntry, paysMore } from '../entry.js';
import { type Chunk, improvesDiagram, replacementChunks } from '../feerate-diagram.js';
import { feeFor, type MempoolPolicy } from '../policy/policy.js';
import type { Family, Pool } from '../pool.js';
import { formatRate, withDescendants } from '../replacement.js';

const PREFIX = 'package RBF failed: ';

/**
 * Checks that a parent and its child may together replace their conflicts: the part of Core's `PackageMempoolChecks`
 * about replacements, in Core's order.
 * @returns the entries that they replace
 * @throws RejectError
 */
export function checkPackageReplacement(pool: Pool, entries: MempoolEntry[], conflicts: Family, policy: MempoolPolicy): Family {
  const [parent, child, ...more] = entries;
  if (parent === undefined || child === undefined || more.length > 0) throw fault('package must be 1-parent-1-child');
  if (entries.some((entry) => pool.parents(entry).size > 0)) throw fault('new transaction cannot have mempool ancestors');
  const replaced = withDescendants(pool, conflicts);
  if (replaced.size > policy.maxReplaced) {
    const counts = `too many potential replacements (${replaced.size} > ${policy.maxReplaced})`;
    throw fault('too many potential replacements', `rejecting replacement ${child.record.txid}; ${counts}`);
  }
  const by = { fee: parent.modifiedFee + child.modifiedFee, size: parent.vsize + child.vsize };
  checkFees(child, by, replaced, policy);
  const rate = { modifiedFee: by.fee, vsize: by.size };
  if (!paysMore(rate, parent)) {
    const rates = `package feerate ${formatRate(rate)} <= parent feerate is ${formatRate(parent)}`;
    throw fault('package feerate is less than or equal to parent feerate', rates);
  }
  const topology = topologyFault(pool, replaced);
  if (topology !== undefined) throw fault(topology);
  const { before, after } = replacementChunks(pool, { conflicts, replaced, by });
  if (!improvesDiagram(before, after)) throw fault('insufficient feerate: does not improve feerate diagram');
  return replaced;
}

function checkFees(child: MempoolEntry, by: Chunk, replaced: Family, policy: MempoolPolicy): void {
  const evicted = [...replaced.values()].reduce((sum, { modifiedFee }) => sum + modifiedFee, 0n);
  const reason = 'insufficient anti-DoS fees';
  const start = `rejecting replacement ${child.record.txid}, `;
  if (by.fee < evicted) {
    throw fault(reason, `${start}less fees than conflicting txs; ${formatMoney(by.fee)} < ${formatMoney(evicted)}`);
  }
  const relay = feeFor(policy.incrementalFeeRate, by.size);
  if (by.fee - evicted < relay) {
    throw fault(reason, `${start}not enough additional fees to relay; ${formatMoney(by.fee - evicted)} < ${formatMoney(relay)}`);
  }
}

/** Checks that every evicted entry has at most one relative, as comparing diagrams requires (Core's `CheckConflictTopology`). */
function topologyFault(pool: Pool, replaced: Family): string | undefined {
  // In the order of Core, which the message depends on.
  for (const entry of [...replaced.values()].sort((a, b) => Buffer.compare(a.record.txidBytes, b.record.txidBytes))) {
    const { txid } = entry.record;
    const [ancestors, descendants] = [pool.ancestors(entry), pool.descendants(entry)];
    if (ancestors.size > 1) return `${txid} has ${ancestors.size} ancestors, max 1 allowed`;
    if (descendants.size > 1) return `${txid} has ${descendants.size} descendants, max 1 allowed`;
    if (ancestors.size > 0 && descendants.size > 0) return `${txid} has both ancestor and descendant, exceeding cluster limit of 2`;
    const [parent] = ancestors.values();
    if (parent !== undefined && pool.descendants(parent).size > 1) return `${txid} is not the only child of parent ${parent.record.txid}`;
    const [child] = descendants.values();
    if (child !== undefined && pool.ancestors(child).size > 1) return `${txid} is not the only parent of child ${child.record.txid}`;
  }
  return undefined;
}

function fault(reason: string, detail?: string): RejectError {
  return new RejectError(`${PREFIX}${reason}`, detail);
}
