import { sha512_256 } from '../../../protocol/codec/hash.js';
import { HASH_MODE } from '../../../protocol/codec/transaction/spending-condition.js';
import { u8, u32, u64 } from '../../../protocol/codec/writer.js';
import type { Network } from '../network.js';
import { PRODUCER_KEY_HASH } from './producer-key.js';

/** A transaction that the miner puts into a tenure's first block. `txid` is hex without 0x. */
export type SystemTransaction = { raw: Buffer; txid: string };

const AUTH_STANDARD = 4;
const ON_CHAIN_ONLY = 1;
const DENY = 2;
const PAYLOAD = { tenureChange: 7, nakamotoCoinbase: 8 } as const;
const CAUSE_BLOCK_FOUND = 0;
const NONE = 0x09;

/** The change to the tenure that `consensusHash` names; hashes are hex. */
export function tenureChange(change: {
  network: Network;
  nonce: bigint;
  consensusHash: string;
  previousConsensusHash: string;
  /** Index block hash of the previous tenure's last block. */
  previousEnd: string;
  previousBlocks: number;
}): SystemTransaction {
  return transaction(change, [
    u8(PAYLOAD.tenureChange),
    Buffer.from(change.consensusHash, 'hex'),
    Buffer.from(change.previousConsensusHash, 'hex'),
    Buffer.from(change.consensusHash, 'hex'),
    Buffer.from(change.previousEnd, 'hex'),
    u32(change.previousBlocks),
    u8(CAUSE_BLOCK_FOUND),
    PRODUCER_KEY_HASH,
  ]);
}

/** The base point of edwards25519 (RFC 8032), compressed. */
const BASE_POINT = Buffer.from(`58${'66'.repeat(31)}`, 'hex');

/** The coinbase of that tenure. */
export function coinbase({ consensusHash, ...signer }: { network: Network; nonce: bigint; consensusHash: string }): SystemTransaction {
  return transaction(signer, [u8(PAYLOAD.nakamotoCoinbase), Buffer.alloc(32), u8(NONE), vrfProof(consensusHash)]);
}

/**
 * The VRF proof of a tenure. It has the right form, so that a coinbase can be decoded; derived from the consensus hash, it proves nothing.
 */
export function vrfProof(consensusHash: string): Buffer {
  const seed = sha512_256(Buffer.from(consensusHash, 'hex'));
  return Buffer.concat([BASE_POINT, seed.subarray(0, 16), sha512_256(seed).subarray(0, 31), u8(0)]);
}

/** The seed that a proof gives (`VRFSeed::from_proof` of stacks-core). */
export function vrfSeed(proof: Uint8Array): Buffer {
  return sha512_256(proof);
}

function transaction({ network, nonce }: { network: Network; nonce: bigint }, payload: Buffer[]): SystemTransaction {
  const raw = Buffer.concat([
    u8(network.transactionVersion),
    u32(network.chainId),
    u8(AUTH_STANDARD),
    u8(HASH_MODE.p2pkh),
    PRODUCER_KEY_HASH,
    u64(nonce),
    u64(0n),
    u8(0),
    Buffer.alloc(65),
    u8(ON_CHAIN_ONLY),
    u8(DENY),
    u32(0),
    ...payload,
  ]);
  return { raw, txid: sha512_256(raw).toString('hex') };
}
