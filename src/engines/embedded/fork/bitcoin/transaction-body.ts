import { field, listOf, readNumber, readObject, readText, wrongAnswer } from '../../../../base/json.js';
import {
  fromHex,
  hashFromHex,
  hashToHex,
  serializeTransaction,
  type Transaction,
  toHex,
  txid as transactionId,
} from '../../../../bitcoin/codec.js';
import type { OriginTransaction } from '../../../../bitcoin/fork-source.js';

/** Reads a transaction as Esplora describes it; null if it is not confirmed. @throws DevnetError RPC for what is no transaction */
export function readTransactionBody(answer: unknown): OriginTransaction | null {
  const body = readObject(answer, 'transaction');
  const status = readObject(field(body, 'status'), 'status');
  if (field(status, 'confirmed') !== true) return null;
  const transaction: Transaction = {
    version: readNumber(body, 'version'),
    inputs: listOf(field(body, 'vin'), 'vin').map((input) => {
      const vin = readObject(input, 'vin');
      const witness = field(vin, 'witness') ?? [];
      return {
        previous: { hash: hashFromHex(readText(vin, 'txid')), index: readNumber(vin, 'vout') },
        scriptSig: fromHex(readText(vin, 'scriptsig')),
        sequence: readNumber(vin, 'sequence'),
        witness: listOf(witness, 'witness').map((item) => fromHex(String(item))),
      };
    }),
    outputs: listOf(field(body, 'vout'), 'vout').map((output) => {
      const vout = readObject(output, 'vout');
      return { value: BigInt(readNumber(vout, 'value')), scriptPubKey: fromHex(readText(vout, 'scriptpubkey')) };
    }),
    lockTime: readNumber(body, 'locktime'),
  };
  const txid = readText(body, 'txid');
  // The parts are those of the whole: a transaction is named by its hash.
  if (hashToHex(transactionId(transaction)) !== txid) throw wrongAnswer('txid', hashToHex(transactionId(transaction)), txid);
  return {
    txid,
    hex: toHex(serializeTransaction(transaction)),
    height: readNumber(status, 'block_height'),
    hash: readText(status, 'block_hash'),
    time: readNumber(status, 'block_time'),
  };
}
