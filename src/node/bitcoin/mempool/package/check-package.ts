import { RejectError } from '../../../../chains/bitcoin/codec/error.js';
import type { Coin } from '../../chain/coin.js';
import { MEMPOOL_HEIGHT, outputKey } from '../../chain/coin.js';
import type { TxRecord } from '../../chain/tx-record.js';
import { type AcceptContext, type Candidate, checkAcceptance, checkFee, checkScripts, preCheck } from '../accept.js';
import type { MempoolEntry } from '../entry.js';
import { ephemeralFault } from '../policy/ephemeral.js';
import { packageLimitFault } from '../policy/limits.js';
import { packageTrucFault } from '../policy/truc.js';
import type { Family } from '../pool.js';
import { packageFault } from './package.js';
import { checkPackageReplacement } from './package-replacement.js';

/** What a transaction that was checked among others would be added with, or why it was refused. */
export type PackageMember = { record: TxRecord; entry: MempoolEntry } | { record: TxRecord; error: RejectError };

export type PackageCheck = {
  /** Why the package as such is refused; undefined when a transaction is at fault or nothing is. */
  error?: RejectError | undefined;
  /** What the package is told when a transaction is at fault. @default transaction failed */
  summary?: string | undefined;
  /** What came out for transactions; none for those that were not looked at to the end. */
  members: PackageMember[];
  /** What they would replace, when all of them passed. */
  replaced: Family;
};

/** Checks a transaction alone or, of several, as a package; nothing changes (Core's `AcceptSubPackage`). */
export function checkTogether(records: TxRecord[], context: AcceptContext): PackageCheck {
  const [record, ...others] = records;
  if (record === undefined || others.length > 0) return checkPackage(records, context);
  const checked = attempt(() => checkAcceptance(record, { ...context, shareFees: false, allowReplacement: true }));
  if (checked instanceof RejectError) return { members: [{ record, error: checked }], replaced: new Map() };
  return { members: [{ record, entry: checked.entry }], replaced: checked.replaced };
}

/**
 * Core's `AcceptMultipleTransactions` up to the point where it changes anything: transactions that spend from each other, parents
 * first. With `shareFees` in the context the fee rate is asked of all together, and replacements go by package rules.
 */
function checkPackage(records: TxRecord[], context: AcceptContext): PackageCheck {
  const { pool, policy, scripts, shareFees = false } = context;
  const refused = (error: RejectError): PackageCheck => ({ error, members: [], replaced: new Map() });
  const failed = (record: TxRecord, error: RejectError, passed: PackageMember[] = []): PackageCheck => ({
    members: [...passed, { record, error }],
    replaced: new Map(),
  });

  const malformed = packageFault(records);
  if (malformed !== undefined) return refused(malformed);
  const coins = new Map<string, Coin>();
  const candidates: Candidate[] = [];
  for (const record of records) {
    const candidate = attempt(() => preCheck(record, { ...context, packageCoin: (key) => coins.get(key) }));
    if (candidate instanceof RejectError) return failed(record, candidate);
    const guarded = attempt(() => context.guard?.(candidate.entry));
    if (guarded instanceof RejectError) return failed(record, guarded);
    addCoins(record, coins);
    candidates.push(candidate);
  }
  const entries = candidates.map(({ entry }) => entry);
  for (const entry of entries) {
    const truc = packageTrucFault(pool, entry, records);
    if (truc !== undefined) return refused(new RejectError('TRUC-violation', truc));
  }
  const [last] = records.slice(-1);
  if (shareFees && last !== undefined) {
    const { modifiedFee, vsize } = together(entries);
    const poor = attempt(() => checkFee(modifiedFee, vsize, policy));
    if (poor instanceof RejectError) return failed(last, poor);
  }
  const limit = packageLimitFault(pool, entries, policy);
  if (limit !== undefined) return refused(new RejectError('package-mempool-limits', limit));
  const conflicts: Family = new Map(candidates.flatMap((candidate) => [...candidate.conflicts]));
  const replaced = conflicts.size === 0 ? conflicts : attempt(() => checkPackageReplacement(pool, entries, conflicts, policy));
  if (replaced instanceof RejectError) return refused(replaced);
  const dust = ephemeralFault(records, pool, policy);
  if (dust !== undefined) return { ...failed(dust.record, dust.error), summary: 'unspent-dust' };
  const passed: PackageMember[] = [];
  for (const { entry, coins: spent } of candidates) {
    const fault = attempt(() => checkScripts(entry.record, spent, scripts));
    if (fault instanceof RejectError) return failed(entry.record, fault, passed);
    passed.push({ record: entry.record, entry });
  }
  return { members: passed, replaced };
}

/** What entries pay and weigh together. */
export function together(entries: MempoolEntry[]): Pick<MempoolEntry, 'modifiedFee' | 'vsize'> {
  return {
    modifiedFee: entries.reduce((sum, { modifiedFee }) => sum + modifiedFee, 0n),
    vsize: entries.reduce((sum, { vsize }) => sum + vsize, 0),
  };
}

function addCoins(record: TxRecord, coins: Map<string, Coin>): void {
  record.tx.outputs.forEach(({ value, scriptPubKey }, index) => {
    coins.set(outputKey(record, index), { value, scriptPubKey, height: MEMPOOL_HEIGHT, coinbase: false });
  });
}

/** The result of a check, or the reject that it threw. */
export function attempt<T>(check: () => T): T | RejectError {
  try {
    return check();
  } catch (error) {
    if (error instanceof RejectError) return error;
    throw error;
  }
}
