import { hashToHex, toHex } from '../../../protocol/codec/hex.js';
import { isCoinbase, type TxIn, type TxOut, totalSize } from '../../../protocol/codec/transaction.js';
import { toAsm } from '../../../protocol/script/asm.js';
import type { Coin } from '../../chain/coin.js';
import { type TxRecord, txHex } from '../../chain/tx-record.js';
import type { Json, JsonObject } from '../json/json.js';
import { scriptJson } from './script.js';

export type TransactionView = {
  /** The coins that the inputs spent. With them, the fee is added. */
  spent?: Coin[] | undefined;
  /** Include those coins. @default false */
  prevouts?: boolean | undefined;
  /** Include the wire form. @default true */
  hex?: boolean | undefined;
};

/** Formats a transaction as Core's `TxToUniv`. */
export function transactionJson(
  { tx, txid, wtxid, weight }: TxRecord,
  { spent, prevouts = false, hex = true }: TransactionView = {},
): JsonObject {
  const coinbase = isCoinbase(tx);
  const sum = (list: { value: bigint }[]) => list.reduce((total, { value }) => total + value, 0n);
  return {
    txid,
    hash: wtxid,
    version: tx.version,
    size: totalSize(tx),
    vsize: Math.ceil(weight / 4),
    weight,
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, index) => inputJson(input, coinbase, prevouts ? spent?.[index] : undefined)),
    vout: tx.outputs.map(outputJson),
    fee: spent === undefined || coinbase ? undefined : sum(spent) - sum(tx.outputs),
    hex: hex ? txHex(tx) : undefined,
  };
}

function inputJson({ previous, scriptSig, sequence, witness }: TxIn, coinbase: boolean, coin: Coin | undefined): Json {
  const txinwitness = witness.length > 0 ? witness.map(toHex) : undefined;
  if (coinbase) return { coinbase: toHex(scriptSig), txinwitness, sequence };
  return {
    txid: hashToHex(previous.hash),
    vout: previous.index,
    scriptSig: { asm: toAsm(scriptSig, { sighashNames: true }), hex: toHex(scriptSig) },
    txinwitness,
    prevout: coin && { generated: coin.coinbase, height: coin.height, value: coin.value, scriptPubKey: scriptJson(coin.scriptPubKey) },
    sequence,
  };
}

function outputJson({ value, scriptPubKey }: TxOut, n: number): Json {
  return { value, n, scriptPubKey: scriptJson(scriptPubKey) };
}
