import { LimitedMap } from '../../../../base/limited-map.js';
import { atOnce } from '../../../../base/turns.js';
import { hashToHex, toHex } from '../../../protocol/codec/hex.js';
import type { Transaction, TxIn } from '../../../protocol/codec/transaction.js';
import { scriptErrorText } from '../../../protocol/script/interpreter/error.js';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../../protocol/script/interpreter/flags.js';
import { verifySteps } from '../../../protocol/script/interpreter/verify.js';
import type { Coin } from '../coin.js';
import type { TxRecord } from '../tx-record.js';

/** A failed script: the message of the script error, and the input and transaction. */
type ScriptFault = { reason: string; where: string };

/** Runs the scripts of whole transactions. `coins` are the coins that the inputs spend, in the same order. */
export type ScriptChecker = {
  /**
   * Runs the scripts in steps, so that the next check of the same transaction with the same flags has the result. Does nothing on a fork,
   * where a result depends on who is impersonated.
   */
  checkAhead(record: TxRecord, coins: Coin[], flags: number): Generator<void, void>;
  /** Under the mempool's rules. */
  checkStandard(record: TxRecord, coins: Coin[]): ScriptFault | undefined;
  /** Under the rules of a block. @param flags those of its height */
  checkConsensus(record: TxRecord, coins: Coin[], flags: number): ScriptFault | undefined;
  /** Returns the inputs that the mempool does not take as impersonated, with their coins, as a transaction. */
  signedPart(tx: Transaction, coins: Coin[]): { tx: Transaction; coins: Coin[] };
};

/** The number of transactions in the cache. */
const CACHE_SIZE = 50_000;
/** The number of results ahead of a check: a block has fewer transactions. */
const MOST_AHEAD = 10_000;

/**
 * Creates a checker with a cache of valid transactions, so that a block of mempool transactions needs no signature checks. A wtxid commits
 * to the scripts and, through the txids of the inputs, to the coins. The mempool's flags include those of blocks, and a flag only adds
 * restrictions, so a transaction that is valid in the mempool is valid in a block. What is valid under fewer rules is not kept.
 * @param impersonated output scripts (hex) whose coins the mempool lets inputs without scriptSig and witness spend. Blocks may spend any
 * coin so, because what is impersonated may change after a block. @default neither does
 */
export function createScriptChecker(impersonated?: ReadonlySet<string>): ScriptChecker {
  const valid = new Set<string>();
  const ahead = new LimitedMap<string, ScriptFault | undefined>(MOST_AHEAD);
  const isUnsigned = ({ scriptSig, witness }: TxIn) => scriptSig.length === 0 && witness.length === 0;
  const isImpersonated = (input: TxIn | undefined, coin: Coin | undefined) =>
    input !== undefined && coin !== undefined && isUnsigned(input) && impersonated?.has(toHex(coin.scriptPubKey)) === true;
  const check = (record: TxRecord, coins: Coin[], flags: number, isTrusted?: (index: number) => boolean) => {
    const key = keyOf(record, flags);
    const isKnown = ahead.size > 0 && ahead.has(key);
    const fault = isKnown ? ahead.get(key) : atOnce(verifyInputs(record, coins, flags, isTrusted));
    if (isKnown) ahead.delete(key);
    if (fault !== undefined) return fault;
    if ((flags & MANDATORY_FLAGS) !== MANDATORY_FLAGS) return undefined;
    if (valid.size >= CACHE_SIZE) valid.clear();
    valid.add(record.wtxid);
    return undefined;
  };
  return {
    *checkAhead(record, coins, flags) {
      if (impersonated === undefined) ahead.set(keyOf(record, flags), yield* verifyInputs(record, coins, flags, undefined));
    },
    checkStandard: (record, coins) =>
      check(record, coins, STANDARD_FLAGS, impersonated && ((index) => isImpersonated(record.tx.inputs[index], coins[index]))),
    checkConsensus(record, coins, flags) {
      if (valid.has(record.wtxid)) return undefined;
      const { inputs } = record.tx;
      return check(record, coins, flags, impersonated && ((index) => inputs[index] !== undefined && isUnsigned(inputs[index])));
    },
    signedPart(tx, coins) {
      if (impersonated === undefined || impersonated.size === 0) return { tx, coins };
      const signed = tx.inputs
        .map((input, index) => ({ input, coin: coins[index] }))
        .filter(({ input, coin }) => !isImpersonated(input, coin));
      return { tx: { ...tx, inputs: signed.map(({ input }) => input) }, coins: signed.flatMap(({ coin }) => coin ?? []) };
    },
  };
}

/** A wtxid commits to the scripts and, through the txids of the inputs, to the coins. */
function keyOf({ wtxid }: TxRecord, flags: number): string {
  return `${wtxid}:${flags}`;
}

function* verifyInputs(
  { tx, txid, wtxid }: TxRecord,
  coins: Coin[],
  flags: number,
  isTrusted: ((index: number) => boolean) | undefined,
): Generator<void, ScriptFault | undefined> {
  const failure = yield* verifySteps(tx, coins, flags, isTrusted);
  return failure && { reason: scriptErrorText(failure.code), where: whereOf(tx, failure.index, txid, wtxid) };
}

function whereOf(tx: Transaction, index: number, txid: string, wtxid: string): string {
  const previous = tx.inputs[index]?.previous;
  const spent = previous === undefined ? '' : `${hashToHex(previous.hash)}:${previous.index}`;
  return `input ${index} of ${txid} (wtxid ${wtxid}), spending ${spent}`;
}
