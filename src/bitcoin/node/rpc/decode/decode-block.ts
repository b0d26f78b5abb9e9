import { type Block, type BlockHeader, parseBlock, readHeader } from '../../../protocol/codec/block.js';
import { DecodeError } from '../../../protocol/codec/error.js';
import { fromHex, isHex } from '../../../protocol/codec/hex.js';
import { createReader } from '../../../protocol/codec/reader.js';
import { RPC_CODE, RpcError } from '../error.js';

/** Decodes the block at the start of a hex string. @throws RpcError −22 */
export function decodeBlock(text: string): Block {
  return decode(text, parseBlock, 'Block decode failed');
}

/** Decodes the header at the start of a hex string. @throws RpcError −22 */
export function decodeBlockHeader(text: string): BlockHeader {
  return decode(text, (bytes) => readHeader(createReader(bytes)), 'Block header decode failed');
}

function decode<T>(text: string, parse: (bytes: Uint8Array) => T, message: string): T {
  try {
    if (isHex(text)) return parse(fromHex(text));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, message);
}
