import { hash256 } from '../crypto/hash.js';
import { type BlockHeader, readHeader, writeHeader } from './block.js';
import { DecodeError } from './error.js';
import { equalBytes } from './hex.js';
import { createReader } from './reader.js';
import { MAX_BLOCK_WEIGHT } from './transaction.js';
import { createWriter } from './writer.js';

/** BIP37's proof that a block contains transactions: the header, the number of transactions, and the pruned merkle tree. */
export type MerkleProof = { header: BlockHeader; total: number; hashes: Uint8Array[]; bits: boolean[] };

/** The result of a proof: its merkle root, and the transactions with their positions. */
export type ProvenMatches = { root: Uint8Array; matches: { hash: Uint8Array; position: number }[] };

/** The maximum of transactions in a block: the smallest one has 60 bytes without witness. */
const MAX_TRANSACTIONS = MAX_BLOCK_WEIGHT / 4 / 60;

/** Creates a proof for some of a block's transactions. @param txids all of them, in internal order @param isMatch by position */
export function createMerkleProof(header: BlockHeader, txids: Uint8Array[], isMatch: (position: number) => boolean): MerkleProof {
  const proof: MerkleProof = { header, total: txids.length, hashes: [], bits: [] };
  const hashAt = (height: number, position: number): Uint8Array => {
    if (height === 0) return txids[position] ?? new Uint8Array(32);
    const left = hashAt(height - 1, position * 2);
    const hasRight = position * 2 + 1 < widthAt(txids.length, height - 1);
    return hash256(Buffer.concat([left, hasRight ? hashAt(height - 1, position * 2 + 1) : left]));
  };
  const build = (height: number, position: number) => {
    const first = position * 2 ** height;
    const last = Math.min((position + 1) * 2 ** height, txids.length);
    const matched = Array.from({ length: last - first }, (_, index) => first + index).some(isMatch);
    proof.bits.push(matched);
    if (height === 0 || !matched) {
      proof.hashes.push(hashAt(height, position));
      return;
    }
    build(height - 1, position * 2);
    if (position * 2 + 1 < widthAt(txids.length, height - 1)) build(height - 1, position * 2 + 1);
  };
  build(heightOf(txids.length), 0);
  return proof;
}

/** Evaluates a proof, or returns undefined if it is malformed (Core's `CPartialMerkleTree::ExtractMatches`). */
export function extractMatches({ total, hashes, bits }: MerkleProof): ProvenMatches | undefined {
  if (total === 0 || total > MAX_TRANSACTIONS || hashes.length > total || bits.length < hashes.length) return undefined;
  const matches: ProvenMatches['matches'] = [];
  let [bitsUsed, hashesUsed, bad] = [0, 0, false];
  const walk = (height: number, position: number): Uint8Array => {
    const matched = bits[bitsUsed++];
    if (matched === undefined) bad = true;
    if (bad) return new Uint8Array(32);
    if (height === 0 || matched !== true) {
      const hash = hashes[hashesUsed++];
      if (hash === undefined) bad = true;
      else if (height === 0 && matched === true) matches.push({ hash, position });
      return hash ?? new Uint8Array(32);
    }
    const left = walk(height - 1, position * 2);
    if (position * 2 + 1 >= widthAt(total, height - 1)) return hash256(Buffer.concat([left, left]));
    const right = walk(height - 1, position * 2 + 1);
    // Equal children could represent a longer list with the same root (CVE-2012-2459).
    if (equalBytes(left, right)) bad = true;
    return hash256(Buffer.concat([left, right]));
  };
  const root = walk(heightOf(total), 0);
  const complete = Math.ceil(bitsUsed / 8) === Math.ceil(bits.length / 8) && hashesUsed === hashes.length;
  return bad || !complete ? undefined : { root, matches };
}

/** The wire form of a `merkleblock` message. */
export function serializeMerkleProof({ header, total, hashes, bits }: MerkleProof): Uint8Array {
  const writer = createWriter(128 + hashes.length * 32);
  writeHeader(writer, header);
  writer.uint32(total);
  writer.compactSize(hashes.length);
  for (const hash of hashes) writer.bytes(hash);
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    if (bit) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  });
  writer.varBytes(bytes);
  return writer.finish();
}

/** Decodes the proof at the start of `bytes`. @throws DecodeError */
export function parseMerkleProof(bytes: Uint8Array): MerkleProof {
  const reader = createReader(bytes);
  const header = readHeader(reader);
  const total = reader.uint32();
  const count = reader.compactSize();
  if (count > reader.remaining() / 32) throw new DecodeError('DataStream::read(): end of data');
  const hashes = Array.from({ length: count }, () => reader.bytes(32));
  const flags = reader.varBytes();
  const bits = [...flags].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1) === 1));
  return { header, total, hashes, bits };
}

function heightOf(total: number): number {
  let height = 0;
  while (widthAt(total, height) > 1) height++;
  return height;
}

/** Returns the number of hashes at a height of the tree. */
function widthAt(total: number, height: number): number {
  return Math.ceil(total / 2 ** height);
}
