import { type Transaction, writeOutput } from '../../codec/transaction.js';
import { createWriter, type Writer } from '../../codec/writer.js';
import { hash256 } from '../../crypto/hash.js';
import { instructionAt } from '../instruction.js';
import { OP } from '../opcodes.js';
import type { TransactionHashes } from './transaction-hashes.js';

/** The low bits of a hash type, and the bit that omits the other inputs. */
export const SIGHASH = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3, ANYONECANPAY: 0x80 } as const;

/** The part of a hash type that selects the signed outputs. */
const OUTPUT_MASK = 0x1f;

const EMPTY = new Uint8Array(0);
const ZERO = new Uint8Array(32);

/**
 * Returns the signature hash of an input before segwit.
 * @param scriptCode the script from the last executed OP_CODESEPARATOR, without signatures
 * @param hashType 32 bits, of which a signature has one byte
 */
export function legacySighash(tx: Transaction, index: number, scriptCode: Uint8Array, hashType: number): Uint8Array {
  const outputs = hashType & OUTPUT_MASK;
  if (outputs === SIGHASH.SINGLE && index >= tx.outputs.length) {
    // The number one: an error of the first release that became consensus.
    const one = new Uint8Array(32);
    one[0] = 1;
    return one;
  }
  const writer = createWriter(512 + scriptCode.length);
  writer.uint32(tx.version);
  writeLegacyInputs(writer, tx, index, scriptCode, hashType);
  if (outputs === SIGHASH.NONE) {
    writer.compactSize(0);
  } else if (outputs === SIGHASH.SINGLE) {
    writer.compactSize(index + 1);
    tx.outputs.slice(0, index + 1).forEach((output, at) => {
      writeOutput(writer, at === index ? output : { value: -1n, scriptPubKey: EMPTY });
    });
  } else {
    writer.compactSize(tx.outputs.length);
    for (const output of tx.outputs) writeOutput(writer, output);
  }
  writer.uint32(tx.lockTime);
  writer.int32(hashType);
  return hash256(writer.finish());
}

function writeLegacyInputs(writer: Writer, tx: Transaction, index: number, scriptCode: Uint8Array, hashType: number): void {
  const outputs = hashType & OUTPUT_MASK;
  const alone = (hashType & SIGHASH.ANYONECANPAY) !== 0;
  const free = outputs === SIGHASH.SINGLE || outputs === SIGHASH.NONE;
  writer.compactSize(alone ? 1 : tx.inputs.length);
  for (const [at, { previous, sequence }] of tx.inputs.entries()) {
    const own = at === index;
    if (alone && !own) continue;
    writer.bytes(previous.hash);
    writer.uint32(previous.index);
    writer.varBytes(own ? withoutCodeSeparators(scriptCode) : EMPTY);
    writer.uint32(free && !own ? 0 : sequence);
  }
}

function withoutCodeSeparators(script: Uint8Array): Uint8Array {
  if (!script.includes(OP.CODESEPARATOR)) return script;
  const kept: Uint8Array[] = [];
  let start = 0;
  let at = 0;
  for (let step = instructionAt(script, at); step !== undefined; step = instructionAt(script, at)) {
    if (step.opcode === OP.CODESEPARATOR) {
      kept.push(script.subarray(start, at));
      start = step.next;
    }
    at = step.next;
  }
  kept.push(script.subarray(start));
  return Buffer.concat(kept);
}

/**
 * Returns the signature hash of a version 0 witness (BIP143).
 * @param amount sats of the output that the input spends
 * @param hashes the shared hashes of the transaction, for linear time over many inputs
 */
export function segwitSighash(
  tx: Transaction,
  index: number,
  scriptCode: Uint8Array,
  hashType: number,
  amount: bigint,
  hashes: TransactionHashes,
): Uint8Array {
  const input = tx.inputs[index];
  if (input === undefined) throw new RangeError(`no input ${index}`);
  const outputs = hashType & OUTPUT_MASK;
  const others = (hashType & SIGHASH.ANYONECANPAY) === 0;
  const all = outputs !== SIGHASH.SINGLE && outputs !== SIGHASH.NONE;
  const writer = createWriter(160 + scriptCode.length);
  writer.uint32(tx.version);
  writer.bytes(others ? hashes.doublePrevouts() : ZERO);
  writer.bytes(others && all ? hashes.doubleSequences() : ZERO);
  writer.bytes(input.previous.hash);
  writer.uint32(input.previous.index);
  writer.varBytes(scriptCode);
  writer.int64(amount);
  writer.uint32(input.sequence);
  if (all) writer.bytes(hashes.doubleOutputs());
  else writer.bytes(outputs === SIGHASH.SINGLE ? singleOutput(tx, index) : ZERO);
  writer.uint32(tx.lockTime);
  writer.int32(hashType);
  return hash256(writer.finish());
}

function singleOutput(tx: Transaction, index: number): Uint8Array {
  const output = tx.outputs[index];
  if (output === undefined) return ZERO;
  const writer = createWriter(64);
  writeOutput(writer, output);
  return hash256(writer.finish());
}
