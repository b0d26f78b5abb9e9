import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexOf } from '#dist/clarity/bytes.js';
import { BufferType, INT, UINT } from '#dist/clarity/types/type.js';
import type { Family, Writer } from '../writer.js';

const HASHED = [INT, UINT, new BufferType(32)];
const DIGEST = new Uint8Array(32).fill(7);
const KEY = new Uint8Array(32).fill(1);

const hex = (bytes: Uint8Array) => `0x${hexOf(bytes)}`;

/** The key and signature of a digest, for each curve. */
const K1 = (() => {
  const { recovery, ...signature } = secp256k1.Signature.fromBytes(
    secp256k1.sign(DIGEST, KEY, { prehash: false, format: 'recovered' }),
    'recovered',
  );
  const compact = new secp256k1.Signature(signature.r, signature.s).toBytes('compact');
  return { key: secp256k1.getPublicKey(KEY), signature: Uint8Array.from([...compact, recovery as number]) };
})();
const R1 = {
  key: p256.getPublicKey(KEY),
  signature: p256.sign(DIGEST, KEY, { prehash: false }),
  /** Clarity 4 hashes what it is given. */
  signatureOfHash: p256.sign(DIGEST, KEY, { prehash: true }),
};
const ED = { key: ed25519.getPublicKey(KEY), signature: ed25519.sign(DIGEST, KEY) };

/** Hashes, keys and signatures: some right, some not. */
export const crypto: Family = (writer, type, scope) => {
  const { dice } = writer;
  const mangled = (bytes: Uint8Array) => (dice.chance(0.7) ? hex(bytes) : hex(bytes.with(dice.below(bytes.length), dice.below(256))));
  if (type.kind === 'buffer') {
    const hashes = hashesOf(type.length);
    const signed = `(unwrap-panic (secp256k1-recover? ${mangled(DIGEST)} ${mangled(K1.signature)}))`;
    return [
      ...hashes.map((name) => () => `(${name}${writer.args([dice.pick(HASHED)], scope)})`),
      ...(type.length >= 33 ? [() => signed] : []),
    ];
  }
  if (type.kind === 'bool') return verifications(writer, mangled).map((source) => () => source);
  if (type.kind !== 'response' || type.err.kind !== 'uint' || type.ok.kind !== 'buffer') return [];
  return [
    ...(type.ok.length >= 33 ? [() => `(secp256k1-recover? ${mangled(DIGEST)} ${mangled(K1.signature)})`] : []),
    ...(type.ok.length >= 65 && writer.since(6) ? [() => `(secp256k1-decompress? ${mangled(K1.key)})`] : []),
  ];
};

function hashesOf(length: number): string[] {
  return [
    ...(length >= 20 ? ['hash160'] : []),
    ...(length >= 32 ? ['sha256', 'keccak256', 'sha512/256'] : []),
    ...(length >= 64 ? ['sha512'] : []),
  ];
}

function verifications(writer: Writer, mangled: (bytes: Uint8Array) => string): string[] {
  const r1 = writer.dice.chance(0.5) ? R1.signature : R1.signatureOfHash;
  return [
    `(secp256k1-verify ${mangled(DIGEST)} ${mangled(K1.signature)} ${mangled(K1.key)})`,
    ...(writer.since(4) ? [`(secp256r1-verify ${mangled(DIGEST)} ${mangled(r1)} ${mangled(R1.key)})`] : []),
    ...(writer.since(6) ? [`(ed25519-verify ${mangled(DIGEST)} ${mangled(ED.signature)} ${mangled(ED.key)})`] : []),
  ];
}
