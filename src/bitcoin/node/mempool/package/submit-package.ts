import { RejectError } from '../../../protocol/codec/error.js';
import type { TxRecord } from '../../chain/tx-record.js';
import { type AcceptContext, checkAcceptance } from '../accept.js';
import type { MempoolEntry } from '../entry.js';
import type { Family, Pool } from '../pool.js';
import { attempt, checkTogether, together } from './check-package.js';
import { isChildWithParentsTree, packageFault } from './package.js';

/** The result for a transaction of a package. */
export type PackageOutcome =
  /** It is in the mempool. `rate` is the fee rate that counted: its own, or that of all in `together`. */
  | { type: 'added'; entry: MempoolEntry; rate: Pick<MempoolEntry, 'modifiedFee' | 'vsize'>; together: string[] }
  | { type: 'known'; entry: MempoolEntry }
  /** The mempool has it with another witness. */
  | { type: 'other-witness'; wtxid: string }
  | { type: 'refused'; error: RejectError };

export type PackageResult = {
  /** The reason why not all were added; undefined if all were. */
  error: RejectError | undefined;
  /** By wtxid; absent for transactions that were not checked. */
  outcomes: Map<string, PackageOutcome>;
  /** The txids of replaced transactions. */
  replaced: string[];
};

export type PackageSubmission = {
  context: AcceptContext;
  /** Adds an entry and removes those that it replaces. */
  add: (entry: MempoolEntry, replaced: Family) => void;
  /** Evicts entries beyond the size limit. */
  trim: () => void;
};

/** The reject reasons of a single transaction that a package can overcome. */
const RECONSIDERABLE = [
  'min relay fee not met',
  'mempool min fee not met',
  'insufficient fee',
  'insufficient fee (including sibling eviction)',
  'bad-txns-inputs-missingorspent',
];

/** Adds a child with its parents: each alone if possible, the rest together (Core's `AcceptPackage`). */
export function submitPackage(records: TxRecord[], submission: PackageSubmission): PackageResult {
  const { context, trim } = submission;
  const { pool } = context;
  const outcomes = new Map<string, PackageOutcome>();
  const replaced: string[] = [];
  const shape = packageFault(records) ?? topologyFault(records);
  if (shape !== undefined) return { error: shape, outcomes, replaced };
  const { rest, failed } = submitSingly(records, submission, outcomes, replaced);
  let error = failed ? new RejectError('transaction failed') : undefined;
  if (!failed && rest.length > 0) error = submitTogether(rest, submission, outcomes, replaced);
  trim();
  for (const record of records) {
    const outcome = outcomes.get(record.wtxid);
    if ((outcome?.type !== 'added' && outcome?.type !== 'known') || isIn(pool, record)) continue;
    error = new RejectError('transaction failed');
    outcomes.set(record.wtxid, { type: 'refused', error: new RejectError('mempool full') });
  }
  return { error, outcomes, replaced };
}

function topologyFault(records: TxRecord[]): RejectError | undefined {
  return records.length === 1 || isChildWithParentsTree(records) ? undefined : new RejectError('package-not-child-with-parents');
}

/** Submits each transaction alone. @returns those that may succeed together, and whether one failed for good */
function submitSingly(
  records: TxRecord[],
  { context, add }: PackageSubmission,
  outcomes: Map<string, PackageOutcome>,
  replaced: string[],
): { rest: TxRecord[]; failed: boolean } {
  const rest: TxRecord[] = [];
  let failed = false;
  for (const record of records) {
    const known = context.pool.get(record.txid);
    if (known !== undefined) {
      const same = known.record.wtxid === record.wtxid;
      outcomes.set(record.wtxid, same ? { type: 'known', entry: known } : { type: 'other-witness', wtxid: known.record.wtxid });
      continue;
    }
    const checked = attempt(() => checkAcceptance(record, context));
    if (!(checked instanceof RejectError)) {
      add(submitted(checked.entry), checked.replaced);
      replaced.push(...checked.replaced.keys());
      outcomes.set(record.wtxid, { type: 'added', entry: checked.entry, rate: checked.entry, together: [record.wtxid] });
      continue;
    }
    outcomes.set(record.wtxid, { type: 'refused', error: checked });
    if (records.length > 1 && RECONSIDERABLE.includes(checked.reason)) rest.push(record);
    else failed = true;
  }
  return { rest, failed };
}

/** @returns the reason for rejecting the package */
function submitTogether(
  records: TxRecord[],
  { context, add }: PackageSubmission,
  outcomes: Map<string, PackageOutcome>,
  replaced: string[],
): RejectError | undefined {
  const check = checkTogether(records, { ...context, shareFees: true });
  for (const member of check.members) if ('error' in member) outcomes.set(member.record.wtxid, { type: 'refused', error: member.error });
  if (check.error !== undefined) return check.error;
  if (check.members.some((member) => 'error' in member)) return new RejectError(check.summary ?? 'transaction failed');
  const entries = check.members.flatMap((member) => ('entry' in member ? [member.entry] : []));
  const wtxids = entries.map(({ record }) => record.wtxid);
  const rate = together(entries);
  replaced.push(...check.replaced.keys());
  entries.forEach((entry, index) => {
    // Keeps the order of arrival within the package.
    add({ ...submitted(entry), sequence: context.pool.sequence() }, index === 0 ? check.replaced : new Map());
    outcomes.set(entry.record.wtxid, { type: 'added', entry, rate, together: wtxids });
  });
  return undefined;
}

/** Core does not count package transactions as unbroadcast. */
function submitted(entry: MempoolEntry): MempoolEntry {
  return { ...entry, unbroadcast: false };
}

function isIn(pool: Pool, { txid, wtxid }: TxRecord): boolean {
  return pool.get(txid)?.record.wtxid === wtxid;
}
