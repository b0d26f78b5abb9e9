import { hashToHex } from '../../../../chains/bitcoin/codec/hex.js';
import type { Transaction } from '../../../../chains/bitcoin/codec/transaction.js';
import { scriptErrorText } from '../../../../chains/bitcoin/script/interpreter/error.js';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../../../chains/bitcoin/script/interpreter/flags.js';
import { verifyTransaction } from '../../../../chains/bitcoin/script/interpreter/verify.js';
import type { Coin } from '../coin.js';
import type { TxRecord } from '../tx-record.js';

/** Why an input's script does not allow the spend: the words of the script error, and which input of which transaction it is. */
type ScriptFault = { reason: string; where: string };

/** Runs the scripts of whole transactions. `coins` are what the inputs spend, in their order. */
export type ScriptChecker = {
  /** Under the mempool's rules. */
  checkStandard(record: TxRecord, coins: Coin[]): ScriptFault | undefined;
  /** Under the rules of blocks. */
  checkConsensus(record: TxRecord, coins: Coin[]): ScriptFault | undefined;
};

/** How many transactions the checker remembers as valid. */
const CACHE_SIZE = 50_000;

/**
 * A checker that remembers which transactions passed, so that a block of the mempool's transactions costs no signature check. A wtxid
 * commits to the scripts, and through the txids of the inputs to the coins. The mempool's rules are those of blocks and more, and a
 * flag only ever forbids: what passes them all passes the fewer.
 */
export function createScriptChecker(): ScriptChecker {
  const valid = new Set<string>();
  const check = (record: TxRecord, coins: Coin[], flags: number) => {
    const fault = verifyInputs(record, coins, flags);
    if (fault !== undefined) return fault;
    if (valid.size >= CACHE_SIZE) valid.clear();
    valid.add(record.wtxid);
    return undefined;
  };
  return {
    checkStandard: (record, coins) => check(record, coins, STANDARD_FLAGS),
    checkConsensus: (record, coins) => (valid.has(record.wtxid) ? undefined : check(record, coins, MANDATORY_FLAGS)),
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
