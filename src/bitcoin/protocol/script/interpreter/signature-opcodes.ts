// The order of checks follows src/script/interpreter.cpp of Bitcoin Core, which decides which error a script fails with.
// Copyright (c) 2009-2010 Satoshi Nakamoto, 2009-present The Bitcoin Core developers; MIT licence.
import { pushData } from '../build.js';
import { instructionAt } from '../instruction.js';
import { OP } from '../opcodes.js';
import { MAX_PUBKEYS_PER_MULTISIG } from '../pattern.js';
import { checkPublicKeyEncoding, checkSignatureEncoding } from './encoding.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { type Machine, need, peek, peekNumber, pop, pushBoolean, pushInteger } from './machine.js';
import type { OpcodeHandler } from './stack-opcodes.js';

/** The maximum of opcodes that are not pushes before tapscript, including keys of multisigs. */
export const MAX_OPS_PER_SCRIPT = 201;
/** The cost of a signature check in a tapscript's budget (BIP342). */
const WEIGHT_PER_SIGNATURE = 50;

/** The opcodes that check signatures. */
export const SIGNATURE_OPCODES: ReadonlyMap<number, OpcodeHandler> = new Map<number, OpcodeHandler>([
  [OP.CHECKSIG, (machine) => pushBoolean(machine, checkSig(machine))],
  [OP.CHECKSIGVERIFY, checkSigVerify],
  [OP.CHECKSIGADD, checkSigAdd],
  [OP.CHECKMULTISIG, (machine) => pushBoolean(machine, checkMultisig(machine))],
  [OP.CHECKMULTISIGVERIFY, checkMultisigVerify],
]);

/** ( signature key -- ) */
function checkSig(machine: Machine): boolean {
  need(machine, 2);
  const key = pop(machine);
  return checkOne(machine, pop(machine), key);
}

function checkSigVerify(machine: Machine): void {
  if (!checkSig(machine)) throw new ScriptFailure('CHECKSIGVERIFY');
}

/** ( signature number key -- number ) */
function checkSigAdd(machine: Machine): void {
  if (machine.version !== 'tapscript') throw new ScriptFailure('BAD_OPCODE');
  need(machine, 3);
  const sum = peekNumber(machine, 1);
  const valid = checkOne(machine, peek(machine, 2), peek(machine));
  machine.stack.length -= 3;
  pushInteger(machine, sum + Number(valid));
}

function checkOne(machine: Machine, signature: Uint8Array, key: Uint8Array): boolean {
  if (machine.version === 'tapscript') return checkTapscriptSignature(machine, signature, key);
  const code = scriptCode(machine, [signature]);
  const valid = checkEcdsaSignature(machine, signature, key, code);
  if (!valid && (machine.flags & FLAG.NULLFAIL) !== 0 && signature.length > 0) throw new ScriptFailure('SIG_NULLFAIL');
  return valid;
}

/** The order of these checks is consensus (BIP342): keys of unknown types come before every other rule on signatures. */
function checkTapscriptSignature({ tapscript, checker, flags, codeSeparator }: Machine, signature: Uint8Array, key: Uint8Array): boolean {
  if (tapscript === undefined) throw new Error('a tapscript runs without its leaf');
  const signed = signature.length > 0;
  if (signed) {
    tapscript.weightLeft -= WEIGHT_PER_SIGNATURE;
    if (tapscript.weightLeft < 0) throw new ScriptFailure('TAPSCRIPT_VALIDATION_WEIGHT');
  }
  if (key.length === 0) throw new ScriptFailure('TAPSCRIPT_EMPTY_PUBKEY');
  if (key.length !== 32) {
    if ((flags & FLAG.DISCOURAGE_UPGRADABLE_PUBKEYTYPE) !== 0) throw new ScriptFailure('DISCOURAGE_UPGRADABLE_PUBKEYTYPE');
  } else if (signed) {
    const { annexHash, leafHash } = tapscript;
    const failure = checker.checkSchnorr(signature, key, { annexHash, leaf: { hash: leafHash, codeSeparator } });
    if (failure !== undefined) throw new ScriptFailure(failure);
  }
  return signed;
}

function checkEcdsaSignature(machine: Machine, signature: Uint8Array, key: Uint8Array, code: Uint8Array): boolean {
  const witness = machine.version === 'witness_v0';
  checkSignatureEncoding(signature, machine.flags);
  checkPublicKeyEncoding(key, machine.flags, witness);
  return machine.checker.checkEcdsa(signature, key, code, witness);
}

/** ( dummy signatures count keys count -- ): the dummy is an error of the first release that became consensus. */
function checkMultisig(machine: Machine): boolean {
  if (machine.version === 'tapscript') throw new ScriptFailure('TAPSCRIPT_CHECKMULTISIG');
  const { stack, flags } = machine;
  const keyCount = peekNumber(machine);
  if (keyCount < 0 || keyCount > MAX_PUBKEYS_PER_MULTISIG) throw new ScriptFailure('PUBKEY_COUNT');
  machine.opCount += keyCount;
  if (machine.opCount > MAX_OPS_PER_SCRIPT) throw new ScriptFailure('OP_COUNT');
  const signatureCount = peekNumber(machine, keyCount + 1);
  if (signatureCount < 0 || signatureCount > keyCount) throw new ScriptFailure('SIG_COUNT');
  const depth = keyCount + signatureCount + 2;
  need(machine, depth + 1);
  // Both from the top of the stack down: the last signature and the last key come first.
  const keys = stack.slice(stack.length - 1 - keyCount, stack.length - 1).toReversed();
  const signatures = stack.slice(stack.length - depth, stack.length - depth + signatureCount).toReversed();
  const valid = matchSignatures(machine, signatures, keys, scriptCode(machine, signatures));
  if (!valid && (flags & FLAG.NULLFAIL) !== 0 && signatures.some(({ length }) => length > 0)) throw new ScriptFailure('SIG_NULLFAIL');
  stack.length -= depth;
  const dummy = pop(machine);
  if ((flags & FLAG.NULLDUMMY) !== 0 && dummy.length > 0) throw new ScriptFailure('SIG_NULLDUMMY');
  return valid;
}

/** Whether each signature matches one of the keys, in order. */
function matchSignatures(machine: Machine, signatures: Uint8Array[], keys: Uint8Array[], code: Uint8Array): boolean {
  let matched = 0;
  for (const [index, key] of keys.entries()) {
    const signature = signatures[matched];
    if (signature === undefined) break;
    // Stops when too few keys are left. The set of encodings that are checked below is consensus.
    if (signatures.length - matched > keys.length - index) return false;
    if (checkEcdsaSignature(machine, signature, key, code)) matched++;
  }
  return matched === signatures.length;
}

function checkMultisigVerify(machine: Machine): void {
  if (!checkMultisig(machine)) throw new ScriptFailure('CHECKMULTISIGVERIFY');
}

/** Returns the script code: the script from the last OP_CODESEPARATOR, before segwit without the signatures themselves. */
function scriptCode({ script, codeStart, version, flags }: Machine, signatures: Uint8Array[]): Uint8Array {
  const code = script.subarray(codeStart);
  if (version !== 'base') return code;
  const stripped = signatures.reduce((rest, signature) => findAndDelete(rest, pushData(signature)), code);
  if (stripped !== code && (flags & FLAG.CONST_SCRIPTCODE) !== 0) throw new ScriptFailure('SIG_FINDANDDELETE');
  return stripped;
}

/** Removes the pattern wherever an instruction starts with it. Returns the same object if it does not occur. */
function findAndDelete(script: Uint8Array, pattern: Uint8Array): Uint8Array {
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  if (!bytes.includes(Buffer.from(pattern))) return script;
  const kept: Uint8Array[] = [];
  let start = 0;
  let at = 0;
  for (;;) {
    const found = at;
    while (bytes.length - at >= pattern.length && bytes.compare(pattern, 0, pattern.length, at, at + pattern.length) === 0)
      at += pattern.length;
    if (at > found) {
      kept.push(script.subarray(start, found));
      start = at;
    }
    const step = instructionAt(script, at);
    if (step === undefined) break;
    at = step.next;
  }
  return start === 0 ? script : Buffer.concat([...kept, script.subarray(start)]);
}
