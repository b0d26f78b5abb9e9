import { createReader } from '../codec/reader.js';
import { parseTransaction, type TxOut, writeOutput } from '../codec/transaction.js';
import { written } from './field.js';
import { field, INPUT, type Psbt } from './psbt.js';

/** The coin that an input spends, if the PSBT has it. */
export function coinOf({ tx, inputs }: Psbt, index: number): TxOut | undefined {
  const [input, txIn] = [inputs[index], tx.inputs[index]];
  if (input === undefined || txIn === undefined) throw new RangeError(`no input ${index}`);
  const funding = field(input, INPUT.NON_WITNESS_UTXO);
  if (funding !== undefined) return parseTransaction(funding).outputs[txIn.previous.index];
  const output = field(input, INPUT.WITNESS_UTXO);
  return output && readCoin(output);
}

/** The coins of all inputs; undefined when one is not known. */
export function allCoins(psbt: Psbt): TxOut[] | undefined {
  const coins = psbt.inputs.map((_, index) => coinOf(psbt, index));
  return coins.every((coin) => coin !== undefined) ? coins : undefined;
}

/** The output in the field of a coin. */
export function readCoin(value: Uint8Array): TxOut {
  const reader = createReader(value);
  return { value: reader.int64(), scriptPubKey: reader.varBytes() };
}

/** The value of the field of a coin. */
export function writeCoin(coin: TxOut): Uint8Array {
  return written((writer) => writeOutput(writer, coin));
}
