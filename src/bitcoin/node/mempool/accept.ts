import { RejectError } from '../../protocol/codec/error.js';
import { policySize } from '../../protocol/codec/policy-size.js';
import { checkTransaction, isCoinbase } from '../../protocol/codec/transaction.js';
import { sigOpCost } from '../../protocol/script/sigops.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { Coin } from '../chain/coin.js';
import { outputKey } from '../chain/coin.js';
import type { TxRecord } from '../chain/tx-record.js';
import { checkAmounts, requireCoins } from '../chain/validation/connect-block.js';
import { isFinalTx, sequenceLocksMet } from '../chain/validation/locks.js';
import type { ScriptChecker } from '../chain/validation/script-checker.js';
import type { MempoolEntry } from './entry.js';
import { ephemeralFault } from './policy/ephemeral.js';
import { checkChainLimits } from './policy/limits.js';
import { feeFor, type MempoolPolicy } from './policy/policy.js';
import { checkStandardInputs, checkStandardWitnesses } from './policy/standard-inputs.js';
import { checkSize, checkStandardTx, dustOutputs } from './policy/standard-tx.js';
import { checkTruc, isTruc } from './policy/truc.js';
import type { Family, Pool } from './pool.js';
import { checkReplacement, directConflicts, withDescendants } from './replacement.js';

/** The part of the chain that the mempool reads. */
export type ChainView = { tip(): BlockEntry; coin(key: string): Coin | undefined; hasCoin(key: string): boolean };

export type AcceptContext = {
  pool: Pool;
  chain: ChainView;
  scripts: ScriptChecker;
  policy: MempoolPolicy;
  /** The fee rate that a full mempool demands, in sats per 1,000 virtual bytes. */
  rollingFeeRate: bigint;
  /** Seconds since 1970. */
  now: number;
  /** Accepts any fee and any topology of version 3, for transactions that return from a disconnected block. @default false */
  bypassFees?: boolean | undefined;
  /** @default true */
  allowReplacement?: boolean | undefined;
  /** Leaves the mempool's fee rate to the caller, who checks it over the package. @default false */
  shareFees?: boolean | undefined;
  /** Whether a child may exceed the limits of its ancestors as the carve-out allows: not in packages. @default true */
  allowCarveOut?: boolean | undefined;
  /** Outputs of earlier transactions of the same package, by `outPointKey`. */
  packageCoin?: ((key: string) => Coin | undefined) | undefined;
  /** Called with the entry before it is added; throws to prevent that. */
  guard?: ((entry: MempoolEntry) => void) | undefined;
};

const MAX_STANDARD_SIGOPS_COST = 16_000;

/** A transaction that passed the individual checks, with the data for the remaining ones. */
export type Candidate = {
  entry: MempoolEntry;
  coins: Coin[];
  /** The entries that it would replace directly. */
  conflicts: Family;
  /** Whether one of them is a sibling by BIP431, without a common input. */
  sibling: boolean;
};

/**
 * Runs all checks except replacement and scripts (Core's `PreChecks`).
 * @throws RejectError with Core's reject string
 */
export function preCheck(record: TxRecord, context: AcceptContext): Candidate {
  const { pool, chain, policy, now, bypassFees = false, allowReplacement = true, allowCarveOut = true, shareFees = false } = context;
  const { tx, txid, wtxid } = record;
  const tip = chain.tip();
  checkTransaction(tx);
  if (isCoinbase(tx)) throw new RejectError('coinbase');
  if (policy.requireStandard) checkStandardTx(record, policy);
  checkSize(tx);
  if (!isFinalTx(tx, tip.height + 1, tip.medianTimePast)) throw new RejectError('non-final');
  const known = pool.get(txid);
  if (known !== undefined) {
    throw new RejectError(known.record.wtxid === wtxid ? 'txn-already-in-mempool' : 'txn-same-nonwitness-data-in-mempool');
  }
  const conflicts = directConflicts(pool, { record });
  if (conflicts.size > 0 && !allowReplacement) throw new RejectError('bip125-replacement-disallowed');
  const coins = findCoins(record, context);
  if (!sequenceLocksMet(tx, coins, tip)) throw new RejectError('non-BIP68-final');
  const fee = checkAmounts(tx, coins, tip.height + 1);
  if (policy.requireStandard) {
    const signed = context.scripts.signedPart(tx, coins);
    checkStandardInputs(signed.tx, signed.coins);
    checkStandardWitnesses(signed.tx, signed.coins);
  }
  const cost = sigOpCost(tx, coins);
  if (cost > MAX_STANDARD_SIGOPS_COST) throw new RejectError('bad-txns-too-many-sigops', `${cost}`);
  const vsize = policySize(record.weight, cost, policy.bytesPerSigOp);
  const modifiedFee = fee + pool.delta(txid);
  if (policy.requireStandard && (fee !== 0n || modifiedFee !== 0n) && dustOutputs(tx.outputs, policy).length > 0) {
    throw new RejectError('dust', 'tx with dust output must be 0-fee');
  }
  if (!bypassFees) {
    // Only a TRUC transaction may rely on a child to pay for its relay, because that child cannot be evicted alone.
    if (!isTruc(record)) checkRelayFee(modifiedFee, vsize, policy);
    if (!shareFees) checkFee(modifiedFee, vsize, context);
  }
  const entry: MempoolEntry = {
    record,
    fee,
    modifiedFee,
    vsize,
    sigOpCost: cost,
    time: now,
    height: tip.height,
    sequence: pool.sequence(),
    unbroadcast: !bypassFees,
  };
  // Core does not enforce the rules of version 3 in a reorganisation (since 30.1): what a miner included may be a longer chain.
  const sibling = bypassFees ? undefined : checkTruc(pool, entry, conflicts, allowReplacement && !shareFees);
  if (sibling !== undefined) conflicts.set(sibling.record.txid, sibling);
  checkChainLimits(pool, entry, withDescendants(pool, conflicts), policy, allowCarveOut && !isTruc(record));
  checkNoConflictSpent(pool, entry, conflicts);
  return { entry, coins, conflicts, sibling: sibling !== undefined };
}

/**
 * Checks a single transaction without changing the mempool (Core's `AcceptToMemoryPool`).
 * @returns the entry to add and the entries that it replaces
 * @throws RejectError with Core's reject string
 */
export function checkAcceptance(record: TxRecord, context: AcceptContext): { entry: MempoolEntry; replaced: Family } {
  const { pool, policy } = context;
  const { entry, coins, conflicts, sibling } = preCheck(record, context);
  context.guard?.(entry);
  const dust = ephemeralFault([record], pool, policy);
  if (dust !== undefined) throw dust.error;
  const replaced = withDescendants(pool, conflicts);
  if (conflicts.size > 0) checkReplacement(pool, entry, { conflicts, replaced, sibling, policy });
  checkScripts(record, coins, context.scripts);
  return { entry, replaced };
}

function findCoins(record: TxRecord, { pool, chain, packageCoin }: AcceptContext): Coin[] {
  const lookup = (key: string) => pool.coin(key) ?? packageCoin?.(key) ?? chain.coin(key);
  try {
    return requireCoins(record.tx, lookup);
  } catch (error) {
    // The inputs are missing because this transaction is already in a block.
    if (error instanceof RejectError && record.tx.outputs.some((_, index) => chain.hasCoin(outputKey(record, index)))) {
      throw new RejectError('txn-already-known');
    }
    throw error instanceof RejectError ? new RejectError(error.reason) : error;
  }
}

/** Checks the minimum fee rates. @throws RejectError */
export function checkFee(fee: bigint, vsize: number, { policy, rollingFeeRate }: Pick<AcceptContext, 'policy' | 'rollingFeeRate'>): void {
  const rolling = feeFor(rollingFeeRate, vsize);
  if (fee < rolling) throw new RejectError('mempool min fee not met', `${fee} < ${rolling}`);
  checkRelayFee(fee, vsize, policy);
}

function checkRelayFee(fee: bigint, vsize: number, policy: MempoolPolicy): void {
  const least = feeFor(policy.minRelayFeeRate, vsize);
  if (fee < least) throw new RejectError('min relay fee not met', `${fee} < ${least}`);
}

/** Checks that the transaction spends no output of a transaction that it replaces. @throws RejectError */
function checkNoConflictSpent(pool: Pool, { record }: MempoolEntry, conflicts: Family): void {
  if (conflicts.size === 0) return;
  for (const txid of pool.ancestors({ record }).keys()) {
    if (conflicts.has(txid))
      throw new RejectError('bad-txns-spends-conflicting-tx', `${record.txid} spends conflicting transaction ${txid}`);
  }
}

/** Checks the scripts. @throws RejectError */
export function checkScripts(record: TxRecord, coins: Coin[], scripts: ScriptChecker): void {
  const fault = scripts.checkStandard(record, coins);
  if (fault !== undefined) throw new RejectError(`mempool-script-verify-flag-failed (${fault.reason})`, fault.where);
}
