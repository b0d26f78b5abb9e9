import { virtualSize } from '../../protocol/codec/transaction.js';
import type { ChainIndex } from '../chain-index.js';
import type { IndexedTransaction } from '../index-part.js';
import { json } from '../reply.js';
import type { Route } from '../request.js';
import { feeOf, spentBy } from '../transaction-body.js';

/** A bin of the histogram closes above this size, in virtual bytes. */
const BIN_SIZE = 50_000;

export const mempoolRoutes: readonly Route[] = [
  [
    'GET /mempool',
    async ({ index }) => {
      const entries = feesOf(await index.current());
      return json({
        count: entries.length,
        vsize: entries.reduce((sum, { vsize }) => sum + vsize, 0),
        total_fee: entries.reduce((sum, { fee }) => sum + fee, 0),
        fee_histogram: histogram(entries),
      });
    },
  ],
  ['GET /mempool/txids', async ({ index }) => json((await index.current()).mempool())],
  [
    'GET /mempool/recent',
    async ({ index }) => {
      const current = await index.current();
      return json(
        current.recent().map((transaction) => {
          const { fee, vsize } = feeRate(transaction, current);
          return { txid: transaction.txid, fee, vsize, value: Number(spentBy(transaction, current)) };
        }),
      );
    },
  ],
];

/** The fee of a transaction in sats, its size in virtual bytes, and sats for each. */
export type FeeRate = { fee: number; vsize: number; rate: number };

export function feeRate(transaction: IndexedTransaction, index: ChainIndex): FeeRate {
  const [fee, vsize] = [Number(feeOf(transaction, index)), virtualSize(transaction.tx)];
  return { fee, vsize, rate: fee / vsize };
}

/** The transactions of the mempool, the dearest first. */
export function feesOf(index: ChainIndex): FeeRate[] {
  return index
    .mempool()
    .flatMap((txid) => index.transaction(txid) ?? [])
    .map((transaction) => feeRate(transaction, index))
    .sort((a, b) => b.rate - a.rate);
}

/** Pairs of a fee rate in sats and the size of the transactions that pay at least that and less than the pair before. */
export function histogram(dearestFirst: readonly FeeRate[]): [rate: number, vsize: number][] {
  const bins: [number, number][] = [];
  let size = 0;
  let last = 0;
  for (const { rate, vsize } of dearestFirst) {
    if (size > BIN_SIZE && rate !== last) {
      bins.push([last, size]);
      size = 0;
    }
    last = rate;
    size += vsize;
  }
  return size > 0 ? [...bins, [last, size]] : bins;
}
