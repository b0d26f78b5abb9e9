import { RejectError } from '../../../protocol/codec/error.js';
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

/** The result for a transaction of a package: its entry, or the reason for the rejection. */
export type PackageMember = { record: TxRecord; entry: MempoolEntry } | { record: TxRecord; error: RejectError };

export type PackageCheck = {
  /** The reason for rejecting the package itself; undefined if it passes or only a transaction fails. */
  error?: RejectError | undefined;
  /** The package's message when a transaction fails. @default transaction failed */
  summary?: string | undefined;
  /** The results of transactions; absent for those with unfinished checks. */
  members: PackageMember[];
  /** The entries that they would replace, if all passed. */
  replaced: Family;
};

/** Checks one transaction, or several as a package, without changing the mempool (Core's `AcceptSubPackage`). */
export function checkTogether(records: TxRecord[], context: AcceptContext): PackageCheck {
  const [record, ...others] = records;
  if (record === undefined || others.length > 0) return checkPackage(records, context);
  const checked = attempt(() => checkAcceptance(record, { ...context, shareFees: false, allowReplacement: true }));
  if (checked instanceof RejectError) return { members: [{ record, error: checked }], replaced: new Map() };
  return { members: [{ record, entry: checked.entry }], replaced: checked.replaced };
}

/**
 * Checks transactions that spend from each other, parents first, without changing the mempool (Core's
 * `AcceptMultipleTransactions`). With `shareFees`, the minimum fee rate applies to their sum, and replacements follow package rules.
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
    const poor = attempt(() => checkFee(modifiedFee, vsize, context));
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

/** Returns the total fee and size of entries. */
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

/** Returns the result of a check, or the RejectError that it throws. */
export function attempt<T>(check: () => T): T | RejectError {
  try {
    return check();
  } catch (error) {
    if (error instanceof RejectError) return error;
    throw error;
  }
}
