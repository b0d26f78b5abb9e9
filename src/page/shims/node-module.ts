import * as secp256k1 from './secp256k1.js';

/** The only package that shared code finds in a page is `tiny-secp256k1`. */
export const createRequire = () => (name: string) => {
  if (name !== 'tiny-secp256k1') throw new Error(`no package ${name} in a page`);
  return secp256k1;
};
