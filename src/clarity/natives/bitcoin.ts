import type { NativeCheck } from '../analysis/type-checker.js';
import { equalBytes } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import { CheckFailure } from '../failure.js';
import { listType, responseType, tupleType } from '../types/construct.js';
import { BOOL, BUFFER_32, BUFFER_MAX, BufferType, FieldNames, ListType, type Type, UINT } from '../types/type.js';
import { boolOf, errorCode, okOf, tupleOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { BufferValue, FALSE, UIntValue, type Value } from '../values/value.js';
import { checkExpecting } from './check-expecting.js';
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

type Proof = {
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly index: bigint;
  /** How many transactions the block has. */
  readonly count: bigint;
  /** From the leaves up. */
  readonly siblings: readonly Uint8Array[];
};

/**
 * Returns whether a proof leads from a leaf to the root of a tree with that many leaves (`verify_merkle`,
 * clarity/src/vm/functions/bitcoin.rs). A sibling equals its node where the row ends with that node, and only there, so that no two trees
 * have one root (CVE-2012-2459).
 */
function isInMerkleTree({ leaf, root, index, count, siblings }: Proof, { sha256 }: Crypto): boolean {
  if (index >= count || siblings.length !== depthOf(count)) return false;
  let [node, at, row] = [leaf, index, count];
  for (const sibling of siblings) {
    const isLast = (at | 1n) >= row;
    if (equalBytes(sibling, node) !== isLast || (isLast && (row % 2n === 0n || at !== row - 1n))) return false;
    const pair = new Uint8Array(64);
    pair.set(at % 2n === 1n ? sibling : node);
    pair.set(at % 2n === 1n ? node : sibling, 32);
    node = sha256(sha256(pair));
    at >>= 1n;
    row = (row + 1n) >> 1n;
  }
  return equalBytes(node, root);
}

function depthOf(count: bigint): number {
  return count <= 1n ? 0 : (count - 1n).toString(2).length;
}

/** A Bitcoin transaction, as far as contracts ask for it (`native_get_bitcoin_tx_output`, clarity/src/vm/functions/bitcoin.rs). */
export type BitcoinTransaction = {
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  /** What its txid is the hash of. */
  readonly withoutWitness: Uint8Array;
};

/** Reads a serialized transaction (BIP-144), or returns undefined for anything else. Nothing may follow it. */
function readTransaction(bytes: Uint8Array): BitcoinTransaction | undefined {
  try {
    return new Reader(bytes).transaction();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What is read beyond the end, and numbers that are not minimal, throw a RangeError. */
class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  transaction(): BitcoinTransaction {
    this.#skip(4);
    const inputs = this.#count();
    if (inputs > 0) return this.#withoutWitnesses(4, inputs);
    const flag = this.#byte();
    // The node reads two zeros as a transaction without inputs and outputs.
    if (flag === 0) return this.#end([], [this.#bytes.subarray(0, 4), Uint8Array.of(0, 0)]);
    if (flag !== 1) throw new RangeError('unknown flag of witnesses');
    return this.#withWitnesses();
  }

  #withoutWitnesses(start: number, inputs: number): BitcoinTransaction {
    this.#skipInputs(inputs);
    const outputs = this.#outputs();
    return this.#end(outputs, [this.#bytes.subarray(0, start), this.#bytes.subarray(start, this.#at)]);
  }

  #withWitnesses(): BitcoinTransaction {
    const start = this.#at;
    const inputs = this.#count();
    this.#skipInputs(inputs);
    const outputs = this.#outputs();
    const end = this.#at;
    let hasWitness = inputs === 0;
    for (let input = 0; input < inputs; input++) {
      const items = this.#count();
      if (items > 0) hasWitness = true;
      for (let item = 0; item < items; item++) this.#skip(this.#count());
    }
    if (!hasWitness) throw new RangeError('no witness in spite of the flag');
    return this.#end(outputs, [this.#bytes.subarray(0, 4), this.#bytes.subarray(start, end)]);
  }

  /** Reads the lock time, with which the transaction must end. */
  #end(outputs: BitcoinTransaction['outputs'], parts: readonly Uint8Array[]): BitcoinTransaction {
    const lockTime = this.#take(4);
    if (this.#at !== this.#bytes.length) throw new RangeError('bytes after the transaction');
    const all = [...parts, lockTime];
    const withoutWitness = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of all) {
      withoutWitness.set(part, at);
      at += part.length;
    }
    return { outputs, withoutWitness };
  }

  #skipInputs(count: number): void {
    for (let input = 0; input < count; input++) {
      this.#skip(36);
      this.#skip(this.#count());
      this.#skip(4);
    }
  }

  #outputs(): BitcoinTransaction['outputs'] {
    const count = this.#count();
    const outputs: { amount: bigint; script: Uint8Array }[] = [];
    for (let output = 0; output < count; output++) {
      const amount = this.#view.getBigUint64(this.#skip(8), true);
      outputs.push({ amount, script: this.#take(this.#count()).slice() });
    }
    return outputs;
  }

  #byte(): number {
    return this.#take(1)[0] as number;
  }

  #take(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Returns where what was skipped begins. */
  #skip(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw new RangeError('the transaction is cut off');
    this.#at = start + length;
    return start;
  }

  /** A CompactSize, which must be minimal. */
  #count(): number {
    const first = this.#byte();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.#view.getUint16(this.#skip(2), true), 0xfd]
        : first === 0xfe
          ? [this.#view.getUint32(this.#skip(4), true), 0x1_0000]
          : [Number(this.#view.getBigUint64(this.#skip(8), true)), 0x1_0000_0000];
    if (value < least) throw new RangeError('a number is not minimal');
    return value;
  }
}

/** The most siblings of a proof. */
const MAX_PROOF_DEPTH = 24;

const OUTPUT_TYPE = tupleType([
  ['script', new BufferType(1024)],
  ['amount', UINT],
  ['txid', BUFFER_32],
]);

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const BITCOIN_CHECKS = {
  'verify-merkle-proof': checkExpecting([BUFFER_32, BUFFER_32, UINT, UINT, listType(BUFFER_32, MAX_PROOF_DEPTH)], BOOL),
  'get-bitcoin-tx-output?': checkExpecting([BUFFER_MAX, UINT], responseType(OUTPUT_TYPE, UINT)),
} as const satisfies Record<string, NativeCheck>;
