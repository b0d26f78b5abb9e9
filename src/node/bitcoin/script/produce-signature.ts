// The way from an output script to what spends it follows src/script/sign.cpp of Bitcoin Core, so that the same keys make the same
// bytes. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import { toHex } from '../codec/hex.js';
import type { Transaction, TxOut } from '../codec/transaction.js';
import { ripemd160 } from '../crypto/hash.js';
import { signEcdsaLowR, signSchnorr } from '../crypto/key.js';
import { buildScript, pushData, pushNumber } from './build.js';
import { createSignatureChecker } from './checker.js';
import { STANDARD_FLAGS } from './flags.js';
import { OP } from './opcodes.js';
import { matchScript, type ScriptPattern } from './pattern.js';
import { legacySighash, SIGHASH, segwitSighash } from './sighash.js';
import type { SignatureData } from './signature-data.js';
import { taprootSighash } from './taproot-sighash.js';
import { createTransactionHashes, type TransactionHashes } from './transaction-hashes.js';
import { verifyScript } from './verify.js';

/** The keys and scripts to sign with. */
export type SigningKeys = {
  /** The private key of a public key. */
  privateKey(publicKey: Uint8Array): Uint8Array | undefined;
  /** The public key with a hash. */
  publicKey(keyHash: Uint8Array): Uint8Array | undefined;
  /** A private key whose public key has this x, negated where its y is odd. */
  xOnlyPrivateKey(x: Uint8Array): Uint8Array | undefined;
  /** The script with a hash (RIPEMD-160 of SHA-256). */
  script(scriptHash: Uint8Array): Uint8Array | undefined;
};

/** No keys and no scripts: what is known already is only put in its place. */
export const NO_KEYS: SigningKeys = {
  privateKey: () => undefined,
  publicKey: () => undefined,
  xOnlyPrivateKey: () => undefined,
  script: () => undefined,
};

export type SigningOptions = { tx: Transaction; index: number; spent: TxOut[]; keys: SigningKeys; hashType: number };

type Step = { solved: boolean; items: Uint8Array[]; type: ScriptPattern['type'] };
type Signer = SigningOptions & { data: SignatureData; hashes: TransactionHashes; coin: TxOut };

/** Completes what is known about an input as far as the keys do (Core's `ProduceSignature`). */
export function produceSignature(options: SigningOptions, data: SignatureData): SignatureData {
  const { tx, index, spent } = options;
  const coin = spent[index];
  if (data.complete || coin === undefined) return data;
  const signer: Signer = { ...options, data, coin, hashes: createTransactionHashes(tx, spent) };
  let step = signStep(signer, coin.scriptPubKey, false);
  let redeemScript: Uint8Array | undefined;
  let witness: Uint8Array[] = [];
  if (step.solved && step.type === 'scripthash') {
    redeemScript = step.items[0] ?? new Uint8Array();
    step = signStep(signer, redeemScript, false);
    step.solved &&= step.type !== 'scripthash';
  }
  if (step.solved && step.type === 'witness_v0_keyhash') {
    const [hash = new Uint8Array()] = step.items;
    step = signStep(signer, buildScript([OP.DUP, OP.HASH160, hash, OP.EQUALVERIFY, OP.CHECKSIG]), true);
    witness = step.items;
    step.items = [];
  } else if (step.solved && step.type === 'witness_v0_scripthash') {
    const [script = new Uint8Array()] = step.items;
    step = signStep(signer, script, true);
    step.solved &&= !['scripthash', 'witness_v0_scripthash', 'witness_v0_keyhash'].includes(step.type);
    witness = [...step.items, script];
    step.items = [];
  } else if (step.solved && step.type === 'witness_v1_taproot') {
    witness = step.items;
    step.items = [];
  }
  if (redeemScript !== undefined) step.items.push(redeemScript);
  const scriptSig = new Uint8Array(Buffer.concat(step.items.map(shortestPush)));
  const checker = createSignatureChecker(tx, index, spent);
  const complete = step.solved && verifyScript(scriptSig, coin.scriptPubKey, witness, STANDARD_FLAGS, checker) === undefined;
  return { ...data, scriptSig, witness, complete };
}

/** What a script is to be given, before the script itself where that is asked for by hash. */
function signStep(signer: Signer, script: Uint8Array, inWitness: boolean): Step {
  const pattern = matchScript(script);
  const sign = (key: Uint8Array) => ecdsaSignature(signer, key, script, inWitness);
  const step = (items: Uint8Array[], solved = true): Step => ({ solved, items, type: pattern.type });
  const found = (item: Uint8Array | undefined) => (item === undefined ? step([], false) : step([item]));
  switch (pattern.type) {
    case 'pubkey':
      return found(sign(pattern.key));
    case 'pubkeyhash': {
      const key = signer.keys.publicKey(pattern.hash);
      const signature = key && sign(key);
      return key === undefined || signature === undefined ? step([], false) : step([signature, key]);
    }
    case 'scripthash':
      return found(signer.data.redeemScript ?? signer.keys.script(pattern.hash));
    case 'multisig': {
      const signatures = pattern.keys.flatMap((key) => sign(key) ?? []).slice(0, pattern.required);
      const missing = pattern.required - signatures.length;
      // Core's loop counts its steps and the items that they add both, so that it puts in half of what is missing.
      const blanks = Array.from({ length: Math.ceil(missing / 2) }, () => new Uint8Array());
      return step([new Uint8Array(), ...signatures, ...blanks], missing === 0);
    }
    case 'witness_v0_keyhash':
      return step([pattern.program]);
    case 'witness_v0_scripthash':
      return found(signer.data.witnessScript ?? signer.keys.script(ripemd160(pattern.program)));
    case 'witness_v1_taproot':
      return found(taprootSignature(signer, pattern.program));
    default:
      return step([], false);
  }
}

function ecdsaSignature(signer: Signer, key: Uint8Array, script: Uint8Array, inWitness: boolean): Uint8Array | undefined {
  const known = signer.data.signatures.get(toHex(key));
  if (known !== undefined) return known;
  const privateKey = signer.keys.privateKey(key);
  if (privateKey === undefined || (inWitness && key.length !== 33)) return undefined;
  const { tx, index, coin, hashes } = signer;
  const hashType = signer.hashType === SIGHASH.DEFAULT ? SIGHASH.ALL : signer.hashType;
  const hash = inWitness ? segwitSighash(tx, index, script, hashType, coin.value, hashes) : legacySighash(tx, index, script, hashType);
  return Uint8Array.of(...signEcdsaLowR(hash, privateKey), hashType);
}

/** A signature with the output key itself: what it was made of cannot be told from it. */
function taprootSignature({ tx, index, spent, hashes, keys, hashType }: Signer, outputKey: Uint8Array): Uint8Array | undefined {
  const privateKey = keys.xOnlyPrivateKey(outputKey);
  const hash = privateKey && taprootSighash(tx, index, hashType, spent, hashes, { annexHash: undefined });
  if (privateKey === undefined || hash === undefined) return undefined;
  const signature = signSchnorr(hash, privateKey);
  return hashType === SIGHASH.DEFAULT ? signature : Uint8Array.of(...signature, hashType);
}

/** Core's `PushAll`: numbers from 1 to 16 have opcodes. */
function shortestPush(item: Uint8Array): Uint8Array {
  const [first = 0] = item;
  return item.length === 1 && first >= 1 && first <= 16 ? pushNumber(first) : pushData(item);
}
