import { hasWitness, type TxOut, totalSize, WITNESS_SCALE_FACTOR } from '../../../protocol/codec/transaction.js';
import { compactSizeLength } from '../../../protocol/codec/writer.js';
import { isUnspendable } from '../../../protocol/script/pattern.js';
import type { StoredBlock } from '../../chain/block-entry.js';
import type { JsonObject } from '../json/json.js';

/** The bytes that Core counts for a UTXO besides the output: outpoint, height, coinbase flag. */
const UTXO_OVERHEAD = 36 + 4 + 1;
const AMOUNT_SIZE = 8;

/** Returns the statistics of `getblockstats`, in sats. @param undo the coins that each transaction except the coinbase spent */
export function blockStatsJson(
  { records: [coinbase, ...records], ...entry }: StoredBlock,
  undo: NonNullable<StoredBlock['undo']>,
  subsidy: bigint,
): JsonObject {
  const transactions = records.map(({ tx, weight }, index) => {
    const [out, spent] = [sum(tx.outputs.map(({ value }) => Number(value))), sum((undo[index] ?? []).map(({ value }) => Number(value)))];
    const fee = spent - out;
    return { size: totalSize(tx), weight, out, fee, rate: Math.floor((fee * WITNESS_SCALE_FACTOR) / weight), segwit: hasWitness(tx) };
  });
  const segwit = transactions.filter((tx) => tx.segwit);
  const [fees, rates, sizes] = [
    transactions.map(({ fee }) => fee),
    transactions.map(({ rate }) => rate),
    transactions.map(({ size }) => size),
  ];
  const totals = { fee: sum(fees), size: sum(sizes), weight: sum(transactions.map(({ weight }) => weight)) };
  const average = (total: number) => (transactions.length === 0 ? 0 : Math.floor(total / transactions.length));
  const outputs = [coinbase, ...records].flatMap((record) => record?.tx.outputs ?? []);
  // The UTXO set does not contain the genesis block's output.
  const kept = entry.height === 0 ? [] : outputs.filter(({ scriptPubKey }) => !isUnspendable(scriptPubKey));
  const inputs = undo.flat();
  return {
    avgfee: average(totals.fee),
    avgfeerate: totals.weight === 0 ? 0 : Math.floor((totals.fee * WITNESS_SCALE_FACTOR) / totals.weight),
    avgtxsize: average(totals.size),
    blockhash: entry.hash,
    feerate_percentiles: percentiles(transactions, totals.weight),
    height: entry.height,
    ins: inputs.length,
    maxfee: Math.max(0, ...fees),
    maxfeerate: Math.max(0, ...rates),
    maxtxsize: Math.max(0, ...sizes),
    medianfee: median(fees),
    mediantime: entry.medianTimePast,
    mediantxsize: median(sizes),
    minfee: least(fees),
    minfeerate: least(rates),
    mintxsize: least(sizes),
    outs: outputs.length,
    subsidy: Number(subsidy),
    swtotal_size: sum(segwit.map(({ size }) => size)),
    swtotal_weight: sum(segwit.map(({ weight }) => weight)),
    swtxs: segwit.length,
    time: entry.header.time,
    total_out: sum(transactions.map(({ out }) => out)),
    total_size: totals.size,
    total_weight: totals.weight,
    totalfee: totals.fee,
    txs: transactions.length + 1,
    utxo_increase: outputs.length - inputs.length,
    utxo_size_inc: sum(outputs.map(utxoSize)) - sum(inputs.map(utxoSize)),
    utxo_increase_actual: kept.length - inputs.length,
    utxo_size_inc_actual: sum(kept.map(utxoSize)) - sum(inputs.map(utxoSize)),
  };
}

/** Returns the fee rates at the 10th, 25th, 50th, 75th and 90th percentile of the weight. */
function percentiles(transactions: { rate: number; weight: number }[], totalWeight: number): number[] {
  const sorted = transactions.toSorted((a, b) => a.rate - b.rate || a.weight - b.weight);
  return [totalWeight / 10, totalWeight / 4, totalWeight / 2, (totalWeight * 3) / 4, (totalWeight * 9) / 10].map((limit) => {
    let weight = 0;
    for (const tx of sorted) {
      weight += tx.weight;
      if (weight >= limit) return tx.rate;
    }
    return 0;
  });
}

function utxoSize({ scriptPubKey }: Pick<TxOut, 'scriptPubKey'>): number {
  return UTXO_OVERHEAD + AMOUNT_SIZE + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? 0 : Math.floor((lower + upper) / 2);
}

function least(values: number[]): number {
  return values.length === 0 ? 0 : Math.min(...values);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
