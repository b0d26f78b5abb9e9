import { debugString } from '../../../chains/stacks/codec/rust-string.js';
import type { Chunk } from '../chain/state/chunks.js';
import { RpcError } from './answer.js';
import { SerdeError } from './json-cursor.js';
import { parseStruct } from './serde-json.js';

/** A chunk with the slot that it is for. */
export type StackerDbChunk = Chunk & { readonly slot: number };

const BODY = { name: 'StackerDBChunkData', fields: { slot_id: 'u32', slot_version: 'u32', sig: 'hex-65', data: 'hex' } } as const;

/** @throws RpcError with serde's reason, as Rust's `Debug` has it */
export function parseStackerDbChunk(body: Buffer): StackerDbChunk {
  try {
    const { slot_id, slot_version, sig, data } = parseStruct(body, BODY);
    const bytes = Buffer.from(String(data), 'hex');
    return { slot: Number(slot_id), version: Number(slot_version), signature: String(sig).toLowerCase(), data: bytes };
  } catch (error) {
    if (!(error instanceof SerdeError)) throw error;
    const { reason, line, column } = error;
    const shown = `Error(${debugString(reason)}, line: ${line}, column: ${column})`;
    throw new RpcError(400, `Failed to encode or decode JSON: ${shown}`);
  }
}
