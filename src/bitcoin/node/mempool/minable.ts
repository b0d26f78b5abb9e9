import { COINBASE_MATURITY } from '../../coinbase-maturity.js';
import { RejectError } from '../../protocol/codec/error.js';
import { checkTransaction, outPointKey } from '../../protocol/codec/transaction.js';
import { MANDATORY_FLAGS } from '../../protocol/script/interpreter/flags.js';
import { checkAmounts, requireCoins } from '../chain/validation/connect-block.js';
import { isFinalTx, sequenceLocksMet } from '../chain/validation/locks.js';
import type { ScriptChecker } from '../chain/validation/script-checker.js';
import type { ChainView } from './accept.js';
import type { MempoolEntry } from './entry.js';
import type { Pool } from './pool.js';

/** Whether the next block may contain the transaction: its lock times have passed, its coins exist and are mature. */
export function isMinable({ record: { tx } }: MempoolEntry, { pool, chain }: { pool: Pool; chain: ChainView }): boolean {
  const tip = chain.tip();
  if (!isFinalTx(tx, tip.height + 1, tip.medianTimePast)) return false;
  const coins = tx.inputs.flatMap(({ previous }) => {
    const key = outPointKey(previous);
    return pool.coin(key) ?? chain.coin(key) ?? [];
  });
  if (coins.length < tx.inputs.length) return false;
  if (coins.some((coin) => coin.coinbase && tip.height + 1 - coin.height < COINBASE_MATURITY)) return false;
  return sequenceLocksMet(tx, coins, tip);
}

/** @throws RejectError for one that no block may contain, or that has another fee */
export function requireMinable(
  entry: MempoolEntry,
  { pool, chain, scripts }: { pool: Pool; chain: ChainView; scripts: ScriptChecker },
): void {
  const { record, fee } = entry;
  checkTransaction(record.tx);
  if (!isMinable(entry, { pool, chain })) throw new RejectError('bad-txns-inputs-missingorspent', record.txid);
  const coins = requireCoins(record.tx, (key) => pool.coin(key) ?? chain.coin(key));
  const paid = checkAmounts(record.tx, coins, chain.tip().height + 1);
  if (paid !== fee) throw new RejectError('bad-txns-fee', `${record.txid} pays ${paid}, not ${fee}`);
  const fault = scripts.checkConsensus(record, coins, MANDATORY_FLAGS);
  if (fault !== undefined) throw new RejectError(`mempool-script-verify-flag-failed (${fault.reason})`, fault.where);
}
