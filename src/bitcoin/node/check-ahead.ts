import { inTurns } from '../../base/turns.js';
import { hashToHex } from '../protocol/codec/hex.js';
import { MAX_BLOCK_WEIGHT, type OutPoint, outPointKey } from '../protocol/codec/transaction.js';
import { STANDARD_FLAGS } from '../protocol/script/interpreter/flags.js';
import { blockScriptFlags } from './chain/activation.js';
import type { Chain } from './chain/chain.js';
import type { Coin } from './chain/coin.js';
import type { TxRecord } from './chain/tx-record.js';
import type { ScriptChecker } from './chain/validation/script-checker.js';
import { MAX_STANDARD_TX_WEIGHT } from './mempool/policy/standard-tx.js';
import type { Pool } from './mempool/pool.js';

/**
 * Runs the scripts of heavy transactions in turns, before something adds them to the mempool or as a block at once: the results are then
 * known. Transactions with inputs that nobody knows are left out.
 * @param records parents before children
 * @returns undefined if the transactions are not heavy
 */
export type CheckAhead = (records: readonly TxRecord[], place: 'mempool' | 'block') => Promise<void> | undefined;

type CheckAheadOptions = { scripts: ScriptChecker; chain: Pick<Chain, 'coin' | 'tip' | 'activation' | 'origin'>; pool: Pool };

/** The weight of transactions whose scripts usually take a few milliseconds: about 40 inputs. */
const HEAVY = 10_000;

export function createCheckAhead({ scripts, chain, pool }: CheckAheadOptions): CheckAhead {
  function* steps(records: readonly TxRecord[], flags: number): Generator<void, void> {
    const own = new Map(records.map((record) => [record.txid, record]));
    const coinOf = ({ hash, index }: OutPoint): Coin | undefined => {
      const key = outPointKey({ hash, index });
      const output = own.get(hashToHex(hash))?.tx.outputs[index];
      if (output !== undefined) return { ...output, height: chain.tip().height + 1, coinbase: false };
      return pool.coin(key) ?? chain.coin(key);
    };
    for (const record of records) {
      const coins = record.tx.inputs.map(({ previous }) => coinOf(previous)).filter((coin) => coin !== undefined);
      if (coins.length === record.tx.inputs.length) yield* scripts.checkAhead(record, coins, flags);
      yield;
    }
  }
  return (records, place) => {
    // The coins of a fork may have to be asked for.
    if (chain.origin !== undefined) return undefined;
    // The scripts of those in the mempool have been run, and it refuses others before it runs theirs.
    const most = place === 'mempool' ? MAX_STANDARD_TX_WEIGHT : MAX_BLOCK_WEIGHT;
    const unknown = records.filter(({ txid, weight }) => weight <= most && pool.get(txid) === undefined);
    if (unknown.reduce((sum, { weight }) => sum + weight, 0) < HEAVY) return undefined;
    const flags = place === 'mempool' ? STANDARD_FLAGS : blockScriptFlags(chain.tip().height + 1, chain.activation);
    return inTurns(steps(unknown, flags));
  };
}
