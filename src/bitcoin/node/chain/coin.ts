import { outPointKey } from '../../protocol/codec/transaction.js';
import type { TxRecord } from './tx-record.js';

/** An unspent output and the block that created it. */
export type Coin = {
  value: bigint;
  scriptPubKey: Uint8Array;
  height: number;
  coinbase: boolean;
  /** Of a coin whose block is not in the tree: returns the median time past before that block. */
  since?: (() => number) | undefined;
};

/** The height of coins of unconfirmed transactions, as in Core. */
export const MEMPOOL_HEIGHT = 0x7fffffff;

/** Looks up an unspent output by its `outPointKey`. */
export type CoinLookup = (key: string) => Coin | undefined;

/** Returns the `outPointKey` of an output of the recorded transaction. */
export function outputKey(record: TxRecord, index: number): string {
  return outPointKey({ hash: record.txidBytes, index });
}
