import { hash256 } from '../crypto/hash.js';
import { DecodeError, RejectError } from './error.js';
import { createReader, type Reader } from './reader.js';
import { compactSizeLength, createWriter, type Writer } from './writer.js';

/** An output of an earlier transaction; `hash` is its txid in internal byte order. */
export type OutPoint = { hash: Uint8Array; index: number };
export type TxIn = { previous: OutPoint; scriptSig: Uint8Array; sequence: number; witness: Uint8Array[] };
/** `value` in sats. */
export type TxOut = { value: bigint; scriptPubKey: Uint8Array };
/** `version` is unsigned, as in Core since 28.0. */
export type Transaction = { version: number; inputs: TxIn[]; outputs: TxOut[]; lockTime: number };

/** Sats in one bitcoin. */
export const COIN = 100_000_000n;
/** The maximum amount in sats: 21 million BTC. */
export const MAX_MONEY = 21_000_000n * COIN;
/** The maximum weight of a block (BIP141), and so of a transaction. */
export const MAX_BLOCK_WEIGHT = 4_000_000;
/** The weight of a byte outside of the witness. */
export const WITNESS_SCALE_FACTOR = 4;

export type TransactionFormat = {
  /** Use the BIP144 form; without it, a marker byte is an empty input list. @default true */
  witness?: boolean | undefined;
};

/** Decodes a transaction from all of `bytes`. @throws DecodeError with Core's text */
export function parseTransaction(bytes: Uint8Array, options: TransactionFormat = {}): Transaction {
  const reader = createReader(bytes);
  const tx = readTransaction(reader, options);
  if (reader.remaining() > 0) throw new DecodeError('TX decode failed: extra data after the transaction');
  return tx;
}

/** Reads a transaction. @throws DecodeError with Core's text */
export function readTransaction(reader: Reader, { witness = true }: TransactionFormat = {}): Transaction {
  const version = reader.uint32();
  let inputs = readList(reader, readInput);
  let outputs: TxOut[] = [];
  let flags = 0;
  if (inputs.length > 0 || !witness) {
    outputs = readList(reader, readOutput);
  } else {
    // BIP144: the marker is an input count of 0. A zero flag means a transaction without inputs and outputs.
    flags = reader.uint8();
    if (flags !== 0) {
      inputs = readList(reader, readInput);
      outputs = readList(reader, readOutput);
    }
  }
  if ((flags & 1) !== 0) {
    for (const input of inputs) input.witness = readList(reader, (from) => from.varBytes());
    if (!inputs.some((input) => input.witness.length > 0)) throw new DecodeError('Superfluous witness record');
  }
  if ((flags & ~1) !== 0) throw new DecodeError('Unknown transaction optional data');
  return { version, inputs, outputs, lockTime: reader.uint32() };
}

function readList<T>(reader: Reader, read: (reader: Reader) => T): T[] {
  const list: T[] = [];
  for (let left = reader.compactSize(); left > 0; left--) list.push(read(reader));
  return list;
}

function readInput(reader: Reader): TxIn {
  const previous = { hash: reader.bytes(32), index: reader.uint32() };
  return { previous, scriptSig: reader.varBytes(), sequence: reader.uint32(), witness: [] };
}

function readOutput(reader: Reader): TxOut {
  return { value: reader.int64(), scriptPubKey: reader.varBytes() };
}

/** Returns the wire form: BIP144 if an input has a witness and `witness` is not false. */
export function serializeTransaction(tx: Transaction, { witness = true }: TransactionFormat = {}): Uint8Array {
  const writer = createWriter(witness ? totalSize(tx) : strippedSize(tx));
  writeTransaction(writer, tx, { witness });
  return writer.finish();
}

/** Appends a transaction to `writer`. */
export function writeTransaction(writer: Writer, tx: Transaction, { witness = true }: TransactionFormat = {}): void {
  const extended = witness && hasWitness(tx);
  writer.uint32(tx.version);
  if (extended) {
    writer.uint8(0);
    writer.uint8(1);
  }
  writer.compactSize(tx.inputs.length);
  for (const { previous, scriptSig, sequence } of tx.inputs) {
    writer.bytes(previous.hash);
    writer.uint32(previous.index);
    writer.varBytes(scriptSig);
    writer.uint32(sequence);
  }
  writer.compactSize(tx.outputs.length);
  for (const output of tx.outputs) writeOutput(writer, output);
  if (extended) {
    for (const input of tx.inputs) {
      writer.compactSize(input.witness.length);
      for (const item of input.witness) writer.varBytes(item);
    }
  }
  writer.uint32(tx.lockTime);
}

/** Appends an output in wire form, as in transactions and signature hashes. */
export function writeOutput(writer: Writer, output: TxOut): void {
  writer.int64(output.value);
  writer.varBytes(output.scriptPubKey);
}

export function hasWitness(tx: Transaction): boolean {
  return tx.inputs.some((input) => input.witness.length > 0);
}

/** Returns the transaction id in internal byte order. */
export function txid(tx: Transaction): Uint8Array {
  return hash256(serializeTransaction(tx, { witness: false }));
}

/** Returns the witness transaction id in internal byte order (BIP141). */
export function wtxid(tx: Transaction): Uint8Array {
  return hash256(serializeTransaction(tx));
}

/** Returns the serialized size without the witness, in bytes. */
export function strippedSize(tx: Transaction): number {
  let size = 4 + compactSizeLength(tx.inputs.length) + compactSizeLength(tx.outputs.length) + 4;
  for (const { scriptSig } of tx.inputs) size += 32 + 4 + varBytesLength(scriptSig) + 4;
  for (const { scriptPubKey } of tx.outputs) size += 8 + varBytesLength(scriptPubKey);
  return size;
}

/** Returns the serialized size with the witness, in bytes. */
export function totalSize(tx: Transaction): number {
  let size = strippedSize(tx);
  if (!hasWitness(tx)) return size;
  size += 2;
  for (const { witness } of tx.inputs) {
    size += compactSizeLength(witness.length);
    for (const item of witness) size += varBytesLength(item);
  }
  return size;
}

function varBytesLength(bytes: Uint8Array): number {
  return compactSizeLength(bytes.length) + bytes.length;
}

/** Returns the weight (BIP141). */
export function transactionWeight(tx: Transaction): number {
  return strippedSize(tx) * (WITNESS_SCALE_FACTOR - 1) + totalSize(tx);
}

/** Returns the virtual bytes: a quarter of the weight, rounded up. */
export function virtualSize(tx: Transaction): number {
  return Math.ceil(transactionWeight(tx) / WITNESS_SCALE_FACTOR);
}

/** Whether the transaction is a coinbase: one input, which spends nothing. */
export function isCoinbase(tx: Transaction): boolean {
  const [first] = tx.inputs;
  return first !== undefined && tx.inputs.length === 1 && isNullOutPoint(first.previous);
}

function isNullOutPoint({ hash, index }: OutPoint): boolean {
  return index === 0xffffffff && hash.every((byte) => byte === 0);
}

/**
 * Checks the rules that need no other data (Core's `CheckTransaction`).
 * @throws RejectError with Core's reject string
 */
export function checkTransaction(tx: Transaction): void {
  if (tx.inputs.length === 0) throw new RejectError('bad-txns-vin-empty');
  if (tx.outputs.length === 0) throw new RejectError('bad-txns-vout-empty');
  if (strippedSize(tx) * WITNESS_SCALE_FACTOR > MAX_BLOCK_WEIGHT) throw new RejectError('bad-txns-oversize');
  checkOutputs(tx.outputs);
  const spent = new Set<string>();
  for (const { previous } of tx.inputs) {
    const key = outPointKey(previous);
    if (spent.has(key)) throw new RejectError('bad-txns-inputs-duplicate');
    spent.add(key);
  }
  if (isCoinbase(tx)) {
    const length = tx.inputs[0]?.scriptSig.length ?? 0;
    if (length < 2 || length > 100) throw new RejectError('bad-cb-length');
  } else if (tx.inputs.some((input) => isNullOutPoint(input.previous))) {
    throw new RejectError('bad-txns-prevout-null');
  }
}

function checkOutputs(outputs: TxOut[]): void {
  let total = 0n;
  for (const { value } of outputs) {
    if (value < 0n) throw new RejectError('bad-txns-vout-negative');
    if (value > MAX_MONEY) throw new RejectError('bad-txns-vout-toolarge');
    total += value;
    if (total > MAX_MONEY) throw new RejectError('bad-txns-txouttotal-toolarge');
  }
}

/** Returns a map key for an output: the txid in internal order as latin-1, and the index. Compact and fast. */
export function outPointKey({ hash, index }: OutPoint): string {
  return `${Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1')}${index}`;
}
