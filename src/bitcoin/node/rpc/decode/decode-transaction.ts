import { DecodeError } from '../../../protocol/codec/error.js';
import { fromHex, isHex } from '../../../protocol/codec/hex.js';
import { isCoinbase, parseTransaction, type Transaction } from '../../../protocol/codec/transaction.js';
import { isUnspendable } from '../../../protocol/script/pattern.js';
import type { Arguments } from '../arguments/arguments.js';
import type { Parameter } from '../arguments/parameter.js';
import { RPC_CODE, RpcError, wrongType } from '../error.js';
import { hasValidOps } from './valid-ops.js';

/** How to decode a transaction. `either` is for one without inputs, which looks like one with witness fields. */
export type TransactionForm = 'witness' | 'plain' | 'either';

/** Decodes a transaction, or returns undefined. If two decodings are possible, the first with valid scripts wins (Core's `DecodeTx`). */
export function decodeTransaction(text: string, form: TransactionForm = 'witness'): Transaction | undefined {
  if (!isHex(text)) return undefined;
  const bytes = fromHex(text);
  const readings = (form === 'either' ? [true, false] : [form === 'witness']).flatMap((witness) => parse(bytes, witness) ?? []);
  return readings.find(hasSaneScripts) ?? readings[0];
}

function parse(bytes: Uint8Array, witness: boolean): Transaction | undefined {
  try {
    return parseTransaction(bytes, { witness });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function hasSaneScripts(tx: Transaction): boolean {
  const inputs = isCoinbase(tx) ? [] : tx.inputs.map(({ scriptSig }) => scriptSig);
  return [...inputs, ...tx.outputs.map(({ scriptPubKey }) => scriptPubKey)].every(hasValidOps);
}

/** Decodes a transaction argument. @param quote include the argument in the message @throws RpcError */
export function decodeOrFail(text: unknown, quote = false): Transaction {
  if (typeof text !== 'string') throw wrongType(text, 'string');
  const tx = decodeTransaction(text);
  if (tx !== undefined) return tx;
  const subject = quote ? `TX decode failed: ${text}` : 'TX decode failed.';
  throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, `${subject} Make sure the tx has at least one input.`);
}

/** Whether an unspendable output has more than `limit` sats. */
export function burnsMoreThan(tx: Transaction, limit: bigint): boolean {
  return tx.outputs.some(({ value, scriptPubKey }) => value > limit && (isUnspendable(scriptPubKey) || !hasValidOps(scriptPubKey)));
}

export function burnError(): RpcError {
  return new RpcError(RPC_CODE.VERIFY_ERROR, 'Unspendable output exceeds maximum configured by user (maxburnamount)');
}

export const IS_WITNESS: Parameter = {
  name: 'iswitness',
  type: 'boolean',
  description: 'Decode it with (true) or without (false) witness fields.',
  default: 'depends on the bytes',
};

/** Decodes the argument `hexstring` according to {@link IS_WITNESS}. @throws RpcError */
export function decodeAsTold(args: Arguments): Transaction {
  const form = !args.has('iswitness') ? 'either' : args.boolean('iswitness') ? 'witness' : 'plain';
  const tx = decodeTransaction(args.string('hexstring'), form);
  if (tx === undefined) throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, 'TX decode failed');
  return tx;
}
