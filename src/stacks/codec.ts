export { CodecError } from './protocol/codec/error.js';
export { sha256, sha512_256 } from './protocol/codec/hash.js';
export { decodeNakamotoBlock, type NakamotoBlock, readNakamotoBlock } from './protocol/codec/nakamoto-block.js';
