import { without0x } from '../../base/hex.js';
import type { StacksClient } from '../protocol/client/client.js';
import { ByteReader } from '../protocol/codec/reader.js';

/**
 * Where the signers' signatures begin in a Nakamoto block (SIP-021): after version, height, burn, four hashes, time and the
 * miner's signature.
 */
const SIGNERS = 1 + 8 + 8 + 20 + 3 * 32 + 8 + 65;
const SIGNATURE = 65;

/** Reads the signatures of a block from the node, as hex with 0x; none for a block before Nakamoto. @param hash the index block hash */
export async function readSignatures(node: StacksClient, hash: string): Promise<string[]> {
  const { status, bytes } = await node.request({ path: `/v3/blocks/${without0x(hash)}` });
  if (status !== 200) return [];
  const reader = new ByteReader(bytes);
  reader.bytes(SIGNERS);
  return Array.from({ length: reader.count(SIGNATURE) }, () => `0x${reader.bytes(SIGNATURE).toString('hex')}`);
}
