import { CheckFailure } from '../failure.js';
import { BUFFER_32, BUFFER_MAX, FieldNames, ListType, type Type, UINT } from '../types/type.js';
import { boolOf, errorCode, okOf, tupleOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { BufferValue, FALSE, UIntValue, type Value } from '../values/value.js';
import { isInMerkleTree } from './bitcoin/merkle.js';
import { readTransaction } from './bitcoin/transaction.js';
import { type CostInput, native } from './native.js';

/** Proofs about Bitcoin (clarity/src/vm/functions/bitcoin.rs). */

const MAX_DEPTH = 24;
const MAX_SCRIPT = 1024;
const MAX_U64 = 2n ** 64n - 1n;
const SIBLINGS = new ListType(BUFFER_32, MAX_DEPTH);
const OUTPUT = new FieldNames(['amount', 'script', 'txid']);

const INVALID_TRANSACTION = 1;
const OUT_OF_RANGE = 2;
const SCRIPT_TOO_LARGE = 3;

function mismatch(type: Type, value: Value | undefined): CheckFailure {
  return new CheckFailure('TypeValueError', type, errorText(value as Value));
}

function hash(value: Value | undefined): Uint8Array {
  if (value?.kind !== 'buffer' || value.bytes.length !== 32) throw mismatch(BUFFER_32, value);
  return value.bytes;
}

function number(value: Value | undefined): bigint {
  if (value?.kind !== 'uint') throw mismatch(UINT, value);
  return value.value;
}

const countSiblings: CostInput = ([, , , , siblings]) => (siblings?.kind === 'list' ? siblings.items.length : 0);
const lengthOfFirst: CostInput = ([first]) => (first?.kind === 'buffer' ? first.bytes.length : 0);

export const bitcoin = {
  'verify-merkle-proof': native({ cost: 'VerifyMerkleProof', input: countSiblings }, (args, x) => {
    const [leaf, root] = [hash(args[0]), hash(args[1])];
    const [index, count] = [number(args[2]), number(args[3])];
    const list = args[4];
    if (list?.kind !== 'list') throw mismatch(SIBLINGS, list);
    const siblings: Uint8Array[] = [];
    for (const item of list.items) {
      if (item.kind !== 'buffer' || item.bytes.length !== 32) return FALSE;
      siblings.push(item.bytes);
    }
    return boolOf(isInMerkleTree({ leaf, root, index, count, siblings }, x.rules.crypto));
  }),
  'get-bitcoin-tx-output?': native({ cost: 'GetBitcoinTxOutput', arity: 2, input: lengthOfFirst }, ([bytes, outputIndex], x) => {
    if (bytes?.kind !== 'buffer') throw mismatch(BUFFER_MAX, bytes);
    const index = number(outputIndex);
    if (index > MAX_U64) return errorCode(OUT_OF_RANGE);
    const transaction = readTransaction(bytes.bytes);
    if (transaction === undefined) return errorCode(INVALID_TRANSACTION);
    const output = transaction.outputs[Number(index)];
    if (output === undefined) return errorCode(OUT_OF_RANGE);
    if (output.script.length > MAX_SCRIPT) return errorCode(SCRIPT_TOO_LARGE);
    const { sha256 } = x.rules.crypto;
    const txid = sha256(sha256(transaction.withoutWitness));
    return okOf(tupleOf(OUTPUT, [new UIntValue(output.amount), new BufferValue(output.script), new BufferValue(txid)]));
  }),
};
