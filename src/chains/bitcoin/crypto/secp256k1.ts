import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * libsecp256k1 as WebAssembly. The first call compiles it, about 20 ms, which a node that starts should not pay before it has a
 * signature to check; later calls find it in Node's module cache.
 */
export function secp256k1(): typeof import('tiny-secp256k1') {
  return require('tiny-secp256k1');
}
