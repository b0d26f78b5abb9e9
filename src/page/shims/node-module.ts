import * as secp256k1 from './secp256k1.js';

/** Shared code requires one package that is there: `tiny-secp256k1`. */
export const createRequire = () => (name: string) => {
  if (name !== 'tiny-secp256k1') throw new Error(`no package ${name} in a page`);
  return secp256k1;
};
