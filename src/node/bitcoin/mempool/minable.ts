import { outPointKey } from '../../../chains/bitcoin/codec/transaction.js';
import { COINBASE_MATURITY } from '../../../chains/bitcoin/coinbase-maturity.js';
import { isFinalTx, sequenceLocksMet } from '../chain/validation/locks.js';
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
