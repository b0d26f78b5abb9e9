import { hashToHex } from '../../../../chains/bitcoin/codec/hex.js';
import type { Transaction } from '../../../../chains/bitcoin/codec/transaction.js';
import { scriptErrorText } from '../../../../chains/bitcoin/script/interpreter/error.js';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../../../chains/bitcoin/script/interpreter/flags.js';
import { verifyTransaction } from '../../../../chains/bitcoin/script/interpreter/verify.js';
import type { Coin } from '../coin.js';
import type { TxRecord } from '../tx-record.js';

/** A failed script: the message of the script error, and the input and transaction. */
type ScriptFault = { reason: string; where: string };

/** Runs the scripts of whole transactions. `coins` are the coins that the inputs spend, in the same order. */
export type ScriptChecker = {
  /** Under the mempool's rules. */
  checkStandard(record: TxRecord, coins: Coin[]): ScriptFault | undefined;
  /** Under the rules of a block. @param flags those of its height */
  checkConsensus(record: TxRecord, coins: Coin[], flags: number): ScriptFault | undefined;
};

/** The number of transactions in the cache. */
const CACHE_SIZE = 50_000;

/**
 * Creates a checker with a cache of valid transactions, so that a block of mempool transactions needs no signature checks. A wtxid
 * commits to the scripts and, through the txids of the inputs, to the coins. The mempool's flags include those of blocks, and a
 * flag only adds restrictions, so a transaction that is valid in the mempool is valid in a block. What is valid under fewer rules is not
 * kept.
 */
export function createScriptChecker(): ScriptChecker {
  const valid = new Set<string>();
  const check = (record: TxRecord, coins: Coin[], flags: number) => {
    const fault = verifyInputs(record, coins, flags);
    if (fault !== undefined) return fault;
    if ((flags & MANDATORY_FLAGS) !== MANDATORY_FLAGS) return undefined;
    if (valid.size >= CACHE_SIZE) valid.clear();
    valid.add(record.wtxid);
    return undefined;
  };
  return {
    checkStandard: (record, coins) => check(record, coins, STANDARD_FLAGS),
    checkConsensus: (record, coins, flags) => (valid.has(record.wtxid) ? undefined : check(record, coins, flags)),
  };
}

function verifyInputs({ tx, txid, wtxid }: TxRecord, coins: Coin[], flags: number): ScriptFault | undefined {
  const failure = verifyTransaction(tx, coins, flags);
  return failure && { reason: scriptErrorText(failure.code), where: whereOf(tx, failure.index, txid, wtxid) };
}

function whereOf(tx: Transaction, index: number, txid: string, wtxid: string): string {
  const previous = tx.inputs[index]?.previous;
  const spent = previous === undefined ? '' : `${hashToHex(previous.hash)}:${previous.index}`;
  return `input ${index} of ${txid} (wtxid ${wtxid}), spending ${spent}`;
}
