import { DevnetError } from '../../../base/error.js';
import { CodecError } from './error.js';
import { sha512_256 } from './hash.js';
import { ByteReader } from './reader.js';
import { decodeTransaction, type Transaction } from './transaction/transaction.js';

/** A Nakamoto block as it is stored (SIP-021). Hashes are hex without 0x; `time` is in seconds since 1970. */
export type NakamotoBlock = {
  height: number;
  /** The index block hash. */
  id: string;
  blockHash: string;
  parentId: string;
  consensusHash: string;
  time: number;
  transactions: Transaction[];
  /** Indexes of transactions that the block contains but that were not executed, from Epoch 4.0 on. */
  skipped: ReadonlySet<number>;
};

/** Lengths in bytes. */
const HASH = 32;
const CONSENSUS_HASH = 20;
const SIGNATURE = 65;
/** From this version on, a header lists the transactions that are not executed. The high bit marks a shadow block. */
const WITH_SKIPPED = 1;
const VERSION_MASK = 0x7f;

/**
 * Decodes a block and checks its id, which is a hash of the header.
 * @param id hex without 0x
 * @throws DevnetError RPC
 */
export function readNakamotoBlock(bytes: Uint8Array, id: string): NakamotoBlock {
  try {
    const block = decodeNakamotoBlock(bytes);
    if (block.id === id) return block;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new DevnetError('RPC', `the node's answer is not understood: Stacks block ${id}: ${error.message}`, { cause: error });
  }
  throw new DevnetError('RPC', `the node's answer is not understood: these bytes are not Stacks block ${id}`);
}

/** Decodes a block. @throws CodecError for other bytes */
export function decodeNakamotoBlock(bytes: Uint8Array): NakamotoBlock {
  const reader = new ByteReader(bytes);
  const version = reader.u8();
  const height = Number(reader.u64());
  reader.u64();
  const consensusHash = reader.bytes(CONSENSUS_HASH);
  const parentId = reader.bytes(HASH).toString('hex');
  reader.bytes(2 * HASH);
  const time = Number(reader.u64());
  reader.bytes(SIGNATURE);
  const signed = reader.since(0);
  // The signers' signatures are not part of what they sign.
  reader.bytes(reader.count(SIGNATURE) * SIGNATURE);
  const rest = reader.offset;
  reader.u16();
  reader.bytes(reader.count(1));
  const skipped = new Set<number>();
  if ((version & VERSION_MASK) >= WITH_SKIPPED) {
    for (let left = reader.count(5); left > 0; left--) {
      skipped.add(reader.u32());
      reader.u8();
    }
  }
  const blockHash = sha512_256(signed, reader.since(rest));
  const transactions: Transaction[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const transaction = decodeTransaction(bytes.subarray(reader.offset));
    reader.bytes(transaction.raw.length);
    transactions.push(transaction);
  }
  return {
    height,
    id: sha512_256(blockHash, consensusHash).toString('hex'),
    blockHash: blockHash.toString('hex'),
    parentId,
    consensusHash: consensusHash.toString('hex'),
    time,
    transactions,
    skipped,
  };
}
