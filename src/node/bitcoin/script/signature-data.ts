import { toHex } from '../codec/hex.js';
import type { Transaction, TxIn, TxOut } from '../codec/transaction.js';
import { createSignatureChecker } from './checker.js';
import { ScriptFailure } from './error.js';
import { STANDARD_FLAGS } from './flags.js';
import { runScript } from './interpreter.js';
import { matchScript } from './pattern.js';
import { verifyScript } from './verify.js';

/** What is known about how to spend an output: Core's `SignatureData`. */
export type SignatureData = {
  /** `scriptSig` and `witness` spend it. */
  complete: boolean;
  scriptSig: Uint8Array;
  witness: Uint8Array[];
  redeemScript: Uint8Array | undefined;
  witnessScript: Uint8Array | undefined;
  /** ECDSA signatures with hash types, by the hex of their public key. */
  signatures: Map<string, Uint8Array>;
};

/** What an input already has, complete or in part (Core's `DataFromTransaction`). */
export function signatureData(tx: Transaction, index: number, spent: TxOut[]): SignatureData {
  const input = tx.inputs[index];
  const coin = spent[index];
  if (input === undefined || coin === undefined) throw new RangeError(`no input ${index}`);
  const { scriptSig, witness } = input;
  const data: SignatureData = {
    complete: false,
    scriptSig,
    witness,
    redeemScript: undefined,
    witnessScript: undefined,
    signatures: new Map(),
  };
  const checker = createSignatureChecker(tx, index, spent);
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
  // Signatures stand in the order of their keys.
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

/** What two sources know together; one that is complete is enough. */
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

/** The stack that a scriptSig leaves; empty when it fails. */
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
