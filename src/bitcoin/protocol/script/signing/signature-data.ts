import { equalBytes, toHex } from '../../codec/hex.js';
import type { Transaction, TxIn, TxOut } from '../../codec/transaction.js';
import { createSignatureChecker, type SignatureChecker } from '../interpreter/checker.js';
import { ScriptFailure } from '../interpreter/error.js';
import { STANDARD_FLAGS } from '../interpreter/flags.js';
import { runScript } from '../interpreter/interpreter.js';
import { verifyScript } from '../interpreter/verify.js';
import { matchScript } from '../pattern.js';
import type { TaprootLeaf } from '../taproot/taproot-tree.js';

/** The origin of a key as in PSBT: four bytes of the root's fingerprint, then four per step of the path. */
export type KeyOrigin = Uint8Array;

/** A script of a taproot output, and its control blocks. */
export type LeafProof = { script: Uint8Array; version: number; controls: Uint8Array[] };

/** The data for spending a taproot output. */
export type TaprootData = {
  internalKey?: Uint8Array | undefined;
  merkleRoot?: Uint8Array | undefined;
  /** By the hex of script and version. */
  leaves: Map<string, LeafProof>;
};

/** The data for spending an output (Core's `SignatureData`). */
export type SignatureData = {
  /** Whether `scriptSig` and `witness` spend it. */
  complete: boolean;
  /** Whether the output requires a witness. */
  inWitness: boolean;
  scriptSig: Uint8Array;
  witness: Uint8Array[];
  redeemScript: Uint8Array | undefined;
  witnessScript: Uint8Array | undefined;
  /** ECDSA signatures with hash types, by the hex of their public key. */
  signatures: Map<string, Uint8Array>;
  /** By the hex of the public key. */
  origins: Map<string, KeyOrigin>;
  taproot: TaprootData;
  keySignature: Uint8Array | undefined;
  /** Signatures in scripts, by the hex of the 32-byte key and the leaf's hash. */
  scriptSignatures: Map<string, Uint8Array>;
  /** By the hex of the 32-byte key; its leaves by the hex of their hashes. */
  taprootOrigins: Map<string, { leaves: Set<string>; origin: KeyOrigin }>;
  /** The tree of the output's scripts, if it is complete. */
  tree: TaprootLeaf[] | undefined;
  /** Preimages, by the name of the hash and the hex of its value. */
  preimages: Map<string, Uint8Array>;
  missing: Missing;
};

/** The missing data for spending an output: hashes of keys and scripts. */
export type Missing = {
  publicKeys: Uint8Array[];
  /** Of keys with missing signatures. */
  signatures: Uint8Array[];
  redeemScript?: Uint8Array | undefined;
  witnessScript?: Uint8Array | undefined;
};

/** Returns empty data. */
export function emptySignatureData(): SignatureData {
  return {
    complete: false,
    inWitness: false,
    scriptSig: new Uint8Array(),
    witness: [],
    redeemScript: undefined,
    witnessScript: undefined,
    signatures: new Map(),
    origins: new Map(),
    taproot: { leaves: new Map() },
    keySignature: undefined,
    scriptSignatures: new Map(),
    taprootOrigins: new Map(),
    tree: undefined,
    preimages: new Map(),
    missing: { publicKeys: [], signatures: [] },
  };
}

/** Returns the key of a leaf in {@link TaprootData.leaves}. */
export function leafKey({ script, version }: Pick<TaprootLeaf, 'script' | 'version'>): string {
  return `${toHex(script)}${version.toString(16).padStart(2, '0')}`;
}

/** Merges data of another source for a taproot output. Existing entries take precedence. */
export function mergeTaproot(target: TaprootData, other: TaprootData): void {
  target.internalKey ??= other.internalKey;
  target.merkleRoot ??= other.merkleRoot;
  for (const [key, proof] of other.leaves) {
    const known = target.leaves.get(key)?.controls ?? [];
    const added = proof.controls.filter((control) => !known.some((each) => equalBytes(each, control)));
    target.leaves.set(key, { ...proof, controls: [...known, ...added] });
  }
}

/**
 * Extracts the complete or partial data of an input (Core's `DataFromTransaction`).
 * @param options.readsTaproot whether signatures of taproot count. In Core they need the hashes of all spent outputs, which
 * `combinerawtransaction` does not make. @default true
 */
export function signatureData(tx: Transaction, index: number, spent: TxOut[], { readsTaproot = true } = {}): SignatureData {
  const input = tx.inputs[index];
  const coin = spent[index];
  if (input === undefined || coin === undefined) throw new RangeError(`no input ${index}`);
  const { scriptSig, witness } = input;
  const data = { ...emptySignatureData(), scriptSig, witness };
  const all = createSignatureChecker(tx, index, spent);
  const checker: SignatureChecker = readsTaproot ? all : { ...all, checkSchnorr: () => 'SCHNORR_SIG' };
  if (verifyScript(scriptSig, coin.scriptPubKey, witness, STANDARD_FLAGS, checker) === undefined) return { ...data, complete: true };
  let stack = pushedBy(input, tx, index, spent);
  let script = coin.scriptPubKey;
  let inWitness = false;
  if (matchScript(script).type === 'scripthash' && (stack.at(-1)?.length ?? 0) > 0) {
    script = stack.pop() ?? script;
    data.redeemScript = script;
  }
  if (matchScript(script).type === 'witness_v0_scripthash' && (witness.at(-1)?.length ?? 0) > 0) {
    stack = witness.slice(0, -1);
    script = witness.at(-1) ?? script;
    data.witnessScript = script;
    inWitness = true;
  }
  const pattern = matchScript(script);
  if (pattern.type !== 'multisig') return data;
  // Signatures are in the order of their keys.
  let next = 0;
  for (const signature of stack) {
    for (let at = next; at < pattern.keys.length; at++) {
      const key = pattern.keys[at];
      if (key === undefined || !checker.checkEcdsa(signature, key, script, inWitness)) continue;
      data.signatures.set(toHex(key), signature);
      next = at + 1;
      break;
    }
  }
  return data;
}

/** Merges the data of two sources. A complete one wins. */
export function mergeSignatureData(a: SignatureData, b: SignatureData): SignatureData {
  if (a.complete) return a;
  if (b.complete) return b;
  return {
    ...a,
    redeemScript: a.redeemScript ?? b.redeemScript,
    witnessScript: a.witnessScript ?? b.witnessScript,
    signatures: new Map([...b.signatures, ...a.signatures]),
  };
}

/** Returns the stack after a scriptSig, or an empty one if it fails. */
function pushedBy({ scriptSig }: TxIn, tx: Transaction, index: number, spent: TxOut[]): Uint8Array[] {
  const stack: Uint8Array[] = [];
  try {
    runScript({ script: scriptSig, version: 'base', flags: STANDARD_FLAGS, checker: createSignatureChecker(tx, index, spent), stack });
  } catch (error) {
    if (error instanceof ScriptFailure) return [];
    throw error;
  }
  return stack;
}
