import { createReader } from '../codec/reader.js';
import { parseTransaction, type TxOut, writeOutput } from '../codec/transaction.js';
import { written } from './field.js';
import { field, INPUT, type Psbt } from './psbt.js';

/** Returns the coin that an input spends, if the PSBT has it. */
export function coinOf({ tx, inputs }: Psbt, index: number): TxOut | undefined {
  const [input, txIn] = [inputs[index], tx.inputs[index]];
  if (input === undefined || txIn === undefined) throw new RangeError(`no input ${index}`);
  const funding = field(input, INPUT.NON_WITNESS_UTXO);
  if (funding !== undefined) return parseTransaction(funding).outputs[txIn.previous.index];
  const output = field(input, INPUT.WITNESS_UTXO);
  return output && readCoin(output);
}

/** Returns the coins of all inputs, or undefined if one is unknown. */
export function allCoins(psbt: Psbt): TxOut[] | undefined {
  const coins = psbt.inputs.map((_, index) => coinOf(psbt, index));
  return coins.every((coin) => coin !== undefined) ? coins : undefined;
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
