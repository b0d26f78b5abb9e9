export { hash160, hash256, sha256, taggedHash } from './protocol/crypto/hash.js';
export { publicKeyOf } from './protocol/crypto/key.js';
export { messageHash, signMessage } from './protocol/crypto/message.js';
