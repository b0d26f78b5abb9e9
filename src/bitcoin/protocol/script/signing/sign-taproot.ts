// The order of attempts follows src/script/sign.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import { toHex } from '../../codec/hex.js';
import { compactSizeLength } from '../../codec/writer.js';
import { TAPSCRIPT_LEAF_VERSION, tapleafHash } from '../taproot/taproot.js';
import { satisfyTapscript } from './satisfy.js';
import { type KeyOrigin, type LeafProof, mergeTaproot, type SignatureData } from './signature-data.js';
import type { Signer } from './signer.js';
import { xOnlyOrigin } from './signing-keys.js';

/**
 * Returns the witness for a taproot output: a signature of the internal or the output key, or else the smallest one of its
 * scripts. Adds the keys' data for the output to the signer's data.
 */
export function signTaproot(signer: Signer, outputKey: Uint8Array): Uint8Array[] | undefined {
  const { keys, data } = signer;
  const known = keys.taproot(outputKey);
  if (known !== undefined) {
    mergeTaproot(data.taproot, known.data);
    data.tree = known.tree;
  }
  const { internalKey, merkleRoot } = data.taproot;
  for (const key of [internalKey, outputKey]) if (key !== undefined) noteOrigin(data, key, xOnlyOrigin(keys, key));
  data.keySignature ??=
    signer.creator.schnorr(keys, internalKey ?? new Uint8Array(32), { tweak: true, merkleRoot }) ??
    signer.creator.schnorr(keys, outputKey, { tweak: false });
  return data.keySignature === undefined ? scriptPath(signer) : [data.keySignature];
}

/** Records the origin and the leaf of a key. */
function noteOrigin({ taprootOrigins }: SignatureData, key: Uint8Array, origin: KeyOrigin | undefined, leafHash?: Uint8Array): void {
  if (origin === undefined) return;
  const noted = taprootOrigins.get(toHex(key)) ?? { leaves: new Set<string>(), origin };
  if (leafHash !== undefined) noted.leaves.add(toHex(leafHash));
  taprootOrigins.set(toHex(key), noted);
}

function scriptPath(signer: Signer): Uint8Array[] | undefined {
  let smallest: Uint8Array[] | undefined;
  for (const [, proof] of [...signer.data.taproot.leaves].sort(([, a], [, b]) => compareLeaves(a, b))) {
    const [control] = proof.controls.toSorted((a, b) => a.length - b.length || Buffer.compare(a, b));
    if (proof.version !== TAPSCRIPT_LEAF_VERSION || control === undefined) continue;
    const leafHash = tapleafHash(proof.version, proof.script);
    const stack = satisfyTapscript(signer, proof.script, (key) => scriptSignature(signer, key, leafHash));
    if (stack === undefined) continue;
    const witness = [...stack, proof.script, control];
    if (smallest === undefined || witnessSize(witness) < witnessSize(smallest)) smallest = witness;
  }
  return smallest;
}

/** By script, then by version. */
function compareLeaves(a: LeafProof, b: LeafProof): number {
  return Buffer.compare(a.script, b.script) || a.version - b.version;
}

function scriptSignature({ creator, keys, data }: Signer, key: Uint8Array, leafHash: Uint8Array): Uint8Array | undefined {
  noteOrigin(data, key, xOnlyOrigin(keys, key), leafHash);
  const name = `${toHex(key)}${toHex(leafHash)}`;
  const signature = data.scriptSignatures.get(name) ?? creator.schnorr(keys, key, { leafHash });
  if (signature !== undefined) data.scriptSignatures.set(name, signature);
  return signature;
}

function witnessSize(items: Uint8Array[]): number {
  return items.reduce((sum, { length }) => sum + compactSizeLength(length) + length, compactSizeLength(items.length));
}
