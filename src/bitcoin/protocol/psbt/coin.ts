import { atOnce } from '../../../base/turns.js';
import { createReader } from '../codec/reader.js';
import { parseTransaction, type Transaction, type TxOut, writeOutput } from '../codec/transaction.js';
import { createTransactionHashes, type TransactionHashes } from '../script/sighash/transaction-hashes.js';
import { written } from './field.js';
import { field, INPUT, type Psbt } from './psbt.js';

/** Returns the coin that an input spends, if the PSBT has it. @param parse decodes the transaction with the coin */
export function coinOf({ tx, inputs }: Psbt, index: number, parse = parseTransaction): TxOut | undefined {
  const [input, txIn] = [inputs[index], tx.inputs[index]];
  if (input === undefined || txIn === undefined) throw new RangeError(`no input ${index}`);
  const funding = field(input, INPUT.NON_WITNESS_UTXO);
  if (funding !== undefined) return parse(funding).outputs[txIn.previous.index];
  const output = field(input, INPUT.WITNESS_UTXO);
  return output && readCoin(output);
}

/** The coins of a PSBT and the hashes over them, which the signatures of all inputs share. */
export type SpentCoins = {
  /** Of each input; undefined if the PSBT does not have it. */
  each: (TxOut | undefined)[];
  /** Undefined if one is unknown. */
  all: TxOut[] | undefined;
  hashes: TransactionHashes;
};

/** Reads the coins of a PSBT once for all its inputs. Valid until an input gets another coin. */
export function spentCoins(psbt: Psbt): SpentCoins {
  return atOnce(spentCoinSteps(psbt));
}

/** The same with a step for each input. */
export function* spentCoinSteps(psbt: Psbt): Generator<void, SpentCoins> {
  // Many inputs may spend coins of one transaction, whose bytes they share.
  const parsed = new Map<Uint8Array, Transaction>();
  const parse = (bytes: Uint8Array): Transaction => {
    const known = parsed.get(bytes) ?? parseTransaction(bytes);
    parsed.set(bytes, known);
    return known;
  };
  const each: (TxOut | undefined)[] = [];
  for (const index of psbt.inputs.keys()) {
    each.push(coinOf(psbt, index, parse));
    yield;
  }
  const all = each.every((coin) => coin !== undefined) ? each : undefined;
  // Only taproot signs the coins, and needs all of them.
  return { each, all, hashes: createTransactionHashes(psbt.tx, all ?? []) };
}

/** Decodes the output in a coin's field. */
export function readCoin(value: Uint8Array): TxOut {
  const reader = createReader(value);
  return { value: reader.int64(), scriptPubKey: reader.varBytes() };
}

/** Encodes a coin as the value of its field. */
export function writeCoin(coin: TxOut): Uint8Array {
  return written((writer) => writeOutput(writer, coin));
}
