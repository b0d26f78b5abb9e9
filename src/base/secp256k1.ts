export { isLowScalar, isScalar } from './secp256k1/scalar.js';
export type { Ecdsa, RecoveryId, Schnorr } from './secp256k1/types.js';
export { unlessInvalid } from './secp256k1/unless-invalid.js';
