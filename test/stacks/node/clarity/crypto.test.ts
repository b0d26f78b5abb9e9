import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { nobleCrypto } from '#dist/clarity/noble-crypto.js';
import { nodeCrypto } from '#dist/stacks/node/clarity/crypto.js';

const message = Uint8Array.from({ length: 32 }, (_, i) => i);
const r1 = p256.keygen();
const ed = ed25519.keygen();
const cases = [
  ['secp256r1', 'verifySecp256r1', p256.sign(message, r1.secretKey, { prehash: false }), p256.getPublicKey(r1.secretKey, true)],
  ['ed25519', 'verifyEd25519', ed25519.sign(message, ed.secretKey), ed.publicKey],
] as const;

test.each(cases)('behavior: %s decides in a node as in a browser', (_, verify, signature, key) => {
  for (const crypto of [nodeCrypto, nobleCrypto]) {
    expect(crypto[verify](message, signature, key)).toBe(true);
    expect(crypto[verify](message.toReversed(), signature, key)).toBe(false);
    expect(crypto[verify](message, signature, new Uint8Array(key.length))).toBe(false);
  }
});

test('behavior: digests are the same in a node and in a browser', () => {
  for (const digest of ['sha256', 'sha512', 'sha512_256', 'keccak256', 'ripemd160'] as const) {
    expect(nodeCrypto[digest](message)).toEqual(nobleCrypto[digest](message));
  }
});
