// Signing of an output script follows src/script/sign.cpp of Bitcoin Core, so that the same keys make the same
// bytes. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import { equalBytes } from '../../codec/hex.js';
import { hash160, ripemd160 } from '../../crypto/hash.js';
import { buildScript, pushData, pushNumber } from '../build.js';
import { STANDARD_FLAGS } from '../interpreter/flags.js';
import { verifyScript } from '../interpreter/verify.js';
import { OP } from '../opcodes.js';
import { matchScript, type ScriptPattern } from '../pattern.js';
import { satisfyWitnessScript } from './satisfy.js';
import { signTaproot } from './sign-taproot.js';
import type { SignatureCreator } from './signature-creator.js';
import type { SignatureData } from './signature-data.js';
import { ecdsaSignature, publicKeyWith, type Signer } from './signer.js';
import type { SigningKeys } from './signing-keys.js';

type Step = { solved: boolean; items: Uint8Array[]; type: ScriptPattern['type'] };

/**
 * Adds the keys' data and signatures for an output, and records missing data (Core's `ProduceSignature`).
 * @param data remains unchanged
 */
export function produceSignature(
  scriptPubKey: Uint8Array,
  creator: SignatureCreator,
  keys: SigningKeys,
  data: SignatureData,
): SignatureData {
  if (data.complete) return data;
  const signer: Signer = { creator, keys, data: copyOf(data) };
  const made = signer.data;
  let step = signStep(signer, scriptPubKey, false);
  const nested = step.solved && step.type === 'scripthash' ? (step.items[0] ?? new Uint8Array()) : undefined;
  if (nested !== undefined) {
    made.redeemScript = nested;
    step = signStep(signer, nested, false);
    step.solved &&= step.type !== 'scripthash';
  }
  if (step.solved && step.type === 'witness_v0_keyhash') {
    const [hash = new Uint8Array()] = step.items;
    step = signStep(signer, buildScript([OP.DUP, OP.HASH160, hash, OP.EQUALVERIFY, OP.CHECKSIG]), true);
    moveToWitness(step, made);
  } else if (step.solved && step.type === 'witness_v0_scripthash') {
    step = signWitnessScript(signer, step.items[0] ?? new Uint8Array());
    moveToWitness(step, made);
  } else if (step.type === 'witness_v1_taproot' && nested === undefined) {
    if (!step.solved) step.items = made.witness;
    moveToWitness(step, made);
  }
  if (!made.inWitness) made.witness = [];
  if (nested !== undefined) step.items.push(nested);
  made.scriptSig = new Uint8Array(Buffer.concat(step.items.map(shortestPush)));
  made.complete = step.solved && verifyScript(made.scriptSig, scriptPubKey, made.witness, STANDARD_FLAGS, creator.checker) === undefined;
  return made;
}

function copyOf(data: SignatureData): SignatureData {
  return {
    ...data,
    signatures: new Map(data.signatures),
    origins: new Map(data.origins),
    taproot: { ...data.taproot, leaves: new Map(data.taproot.leaves) },
    scriptSignatures: new Map(data.scriptSignatures),
    taprootOrigins: new Map([...data.taprootOrigins].map(([key, { leaves, origin }]) => [key, { leaves: new Set(leaves), origin }])),
    missing: { ...data.missing, publicKeys: [...data.missing.publicKeys], signatures: [...data.missing.signatures] },
  };
}

function moveToWitness(step: Step, data: SignatureData): void {
  data.witness = step.items;
  data.inWitness = true;
  step.items = [];
}

/** Satisfies the script of a P2WSH output: a known type, or miniscript. */
function signWitnessScript(signer: Signer, script: Uint8Array): Step {
  signer.data.witnessScript = script;
  const step = signStep(signer, script, true);
  step.solved &&= !['scripthash', 'witness_v0_scripthash', 'witness_v0_keyhash'].includes(step.type);
  if (!step.solved && step.items.length === 0) {
    const satisfied = satisfyWitnessScript(signer, script);
    step.solved = satisfied !== undefined;
    step.items = satisfied ?? [];
  }
  step.items.push(script);
  return step;
}

/** Returns the stack for a script, without the script itself. */
function signStep(signer: Signer, script: Uint8Array, inWitness: boolean): Step {
  const { data } = signer;
  const pattern = matchScript(script);
  const sign = (key: Uint8Array) => ecdsaSignature(signer, key, script, inWitness);
  const step = (items: Uint8Array[], solved = true): Step => ({ solved, items, type: pattern.type });
  const found = (item: Uint8Array | undefined) => (item === undefined ? step([], false) : step([item]));
  switch (pattern.type) {
    case 'pubkey':
      return found(sign(pattern.key));
    case 'pubkeyhash': {
      const key = publicKeyWith(signer, pattern.hash);
      const signature = key && sign(key);
      return key === undefined || signature === undefined ? step([], false) : step([signature, key]);
    }
    case 'scripthash': {
      const inner = scriptWith(signer, pattern.hash);
      if (inner === undefined) data.missing.redeemScript = pattern.hash;
      return found(inner);
    }
    case 'multisig': {
      const signatures = pattern.keys.flatMap((key) => sign(key) ?? []).slice(0, pattern.required);
      const missing = pattern.required - signatures.length;
      // Core's loop counts both its steps and the items that they add, so it adds half of the missing items.
      const blanks = Array.from({ length: Math.ceil(missing / 2) }, () => new Uint8Array());
      return step([new Uint8Array(), ...signatures, ...blanks], missing === 0);
    }
    case 'witness_v0_keyhash':
      return step([pattern.program]);
    case 'witness_v0_scripthash': {
      const inner = scriptWith(signer, ripemd160(pattern.program));
      if (inner === undefined) data.missing.witnessScript = pattern.program;
      return found(inner);
    }
    case 'witness_v1_taproot': {
      const items = signTaproot(signer, pattern.program);
      return items === undefined ? step([], false) : step(items);
    }
    case 'anchor':
      return step([]);
    default:
      return step([], false);
  }
}

/** Returns the script with a hash, from the keys or the data of the output. */
function scriptWith({ keys, data }: Signer, hash: Uint8Array): Uint8Array | undefined {
  const known = [data.redeemScript, data.witnessScript].find((script) => script !== undefined && equalBytes(hash160(script), hash));
  return keys.script(hash) ?? known;
}

/** Core's `PushAll`: numbers from 1 to 16 have opcodes. */
function shortestPush(item: Uint8Array): Uint8Array {
  const [first = 0] = item;
  if (item.length === 1 && first === 0x81) return pushNumber(-1);
  return item.length === 1 && first >= 1 && first <= 16 ? pushNumber(first) : pushData(item);
}
