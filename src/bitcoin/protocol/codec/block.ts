import { hash256 } from '../crypto/hash.js';
import { DecodeError } from './error.js';
import { merkleTree } from './merkle.js';
import { createReader, type Reader } from './reader.js';
import {
  readTransaction,
  type Transaction,
  type TransactionFormat,
  txid,
  WITNESS_SCALE_FACTOR,
  writeTransaction,
  wtxid,
} from './transaction.js';
import { createWriter, type Writer } from './writer.js';

/** Hashes in internal byte order, `time` in seconds since 1970, `bits` the compact target. `version` is signed. */
export type BlockHeader = { version: number; previous: Uint8Array; merkleRoot: Uint8Array; time: number; bits: number; nonce: number };
export type Block = { header: BlockHeader; transactions: Transaction[] };

/** Bytes of a serialized header. */
export const HEADER_SIZE = 80;
/** The start of the coinbase's commitment output: OP_RETURN, a push of 36 bytes and BIP141's marker. */
const COMMITMENT_PREFIX = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);

/** Decodes a header from all of `bytes`. @throws DecodeError */
export function parseBlockHeader(bytes: Uint8Array): BlockHeader {
  const reader = createReader(bytes);
  const header = readHeader(reader);
  if (reader.remaining() > 0) throw new DecodeError('extra data after the block header');
  return header;
}

/** Decodes the block at the start of `bytes`. Ignores the rest, as `submitblock` does. @throws DecodeError */
export function parseBlock(bytes: Uint8Array): Block {
  return readBlock(createReader(bytes));
}

/** Reads a block. @throws DecodeError */
export function readBlock(reader: Reader): Block {
  const header = readHeader(reader);
  const transactions: Transaction[] = [];
  for (let left = reader.compactSize(); left > 0; left--) transactions.push(readTransaction(reader));
  return { header, transactions };
}

/** Reads a header. @throws DecodeError */
export function readHeader(reader: Reader): BlockHeader {
  return {
    version: reader.int32(),
    previous: reader.bytes(32),
    merkleRoot: reader.bytes(32),
    time: reader.uint32(),
    bits: reader.uint32(),
    nonce: reader.uint32(),
  };
}

export function serializeBlockHeader(header: BlockHeader): Uint8Array {
  const writer = createWriter(HEADER_SIZE);
  writeHeader(writer, header);
  return writer.finish();
}

/** Returns the block's wire form; `witness: false` for the form before segwit. */
export function serializeBlock(block: Block, options: TransactionFormat = {}): Uint8Array {
  const writer = createWriter(4096);
  writeHeader(writer, block.header);
  writer.compactSize(block.transactions.length);
  for (const tx of block.transactions) writeTransaction(writer, tx, options);
  return writer.finish();
}

/** Appends a block header to `writer`. */
export function writeHeader(writer: Writer, header: BlockHeader): void {
  writer.int32(header.version);
  writer.bytes(header.previous);
  writer.bytes(header.merkleRoot);
  writer.uint32(header.time);
  writer.uint32(header.bits);
  writer.uint32(header.nonce);
}

/** Returns the block's hash in internal byte order. */
export function blockHash(header: BlockHeader): Uint8Array {
  return hash256(serializeBlockHeader(header));
}

/** Returns the weight (BIP141). */
export function blockWeight(block: Block): number {
  return serializeBlock(block, { witness: false }).length * (WITNESS_SCALE_FACTOR - 1) + serializeBlock(block).length;
}

/** Returns the merkle root for the header. */
export function merkleRoot(transactions: Transaction[]): Uint8Array {
  return merkleTree(transactions.map(txid)).root;
}

/** Returns the merkle root of witness ids, with zeroes for the coinbase (BIP141). */
export function witnessMerkleRoot(transactions: Transaction[]): Uint8Array {
  return merkleTree(transactions.map((tx, index) => (index === 0 ? new Uint8Array(32) : wtxid(tx)))).root;
}

/** Returns BIP141's commitment: the 32 bytes in the coinbase's commitment output. */
export function witnessCommitment(witnessRoot: Uint8Array, reserved: Uint8Array): Uint8Array {
  return hash256(Buffer.concat([witnessRoot, reserved]));
}

/** Returns the script of the coinbase's commitment output. */
export function witnessCommitmentScript(witnessRoot: Uint8Array, reserved: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([COMMITMENT_PREFIX, witnessCommitment(witnessRoot, reserved)]));
}

/** Returns the index of the last coinbase output with a commitment, or −1. */
export function witnessCommitmentIndex(coinbase: Transaction): number {
  return coinbase.outputs.findLastIndex(
    ({ scriptPubKey }) => scriptPubKey.length >= 38 && COMMITMENT_PREFIX.every((byte, at) => scriptPubKey[at] === byte),
  );
}
