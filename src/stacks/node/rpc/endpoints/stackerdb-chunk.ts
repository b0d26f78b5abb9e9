import { isHexBytes } from '../../../../base/hex-digits.js';
import type { Chunk } from '../../chain/state/chunks.js';
import { RpcError } from '../answer.js';
import { isText, isWhole, parseFields } from '../json-body.js';
import { MAX_U32 } from '../request.js';

/** A chunk and its slot. */
export type StackerDbChunk = Chunk & { readonly slot: number };

/** 65 bytes. */
const SIGNATURE = /^[0-9a-fA-F]{130}$/;

/** Reads `StackerDBChunkData` of stacks-core. @throws RpcError */
export function parseStackerDbChunk(body: Buffer): StackerDbChunk {
  const { slot_id: slot, slot_version: version, sig, data } = parseFields(body);
  if (!isWhole(slot, MAX_U32) || !isWhole(version, MAX_U32)) throw invalidChunk('slot_id and slot_version must be 32-bit numbers');
  if (!isText(sig) || !SIGNATURE.test(sig)) throw invalidChunk('sig must be 65 bytes of hex');
  if (!isText(data) || !isHexBytes(data)) throw invalidChunk('data must be hex');
  return { slot, version, signature: sig.toLowerCase(), data: Buffer.from(data, 'hex') };
}

function invalidChunk(reason: string): RpcError {
  return new RpcError(400, `Failed to encode or decode JSON: ${reason}`);
}
