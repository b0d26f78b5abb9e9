import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns libsecp256k1 as WebAssembly. The first call compiles it in about 20 ms, which a start of a node should not pay before the first
 * signature. Later calls use Node's module cache.
 */
export function secp256k1(): typeof import('tiny-secp256k1') {
  return require('tiny-secp256k1');
}
