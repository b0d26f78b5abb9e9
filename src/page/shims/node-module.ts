import * as secp256k1 from './secp256k1.js';

/** The only package that shared code requires is `tiny-secp256k1`. */
export const createRequire = () => () => secp256k1;
