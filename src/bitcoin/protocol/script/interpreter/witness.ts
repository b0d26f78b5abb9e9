// The order of checks follows src/script/interpreter.cpp of Bitcoin Core, which decides which error a script fails with.
// Copyright (c) 2009-2010 Satoshi Nakamoto, 2009-present The Bitcoin Core developers; MIT licence.
import { equalBytes } from '../../codec/hex.js';
import { compactSizeLength, createWriter } from '../../codec/writer.js';
import { sha256 } from '../../crypto/hash.js';
import { buildScript } from '../build.js';
import { instructionAt } from '../instruction.js';
import { isOpSuccess, OP } from '../opcodes.js';
import { isAnchor } from '../pattern.js';
import { isControlBlockSize, isTaprootCommitment, leafVersion, TAPSCRIPT_LEAF_VERSION, tapleafHash } from '../taproot/taproot.js';
import type { SignatureChecker } from './checker.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { MAX_ELEMENT_SIZE, MAX_STACK_SIZE, runScript } from './interpreter.js';
import type { ScriptVersion, TapscriptData } from './machine.js';
import { toBoolean } from './number.js';

/** The first byte of an annex (BIP341). */
const ANNEX_TAG = 0x50;
/** The base of a tapscript's signature budget, to which the size of its witness is added (BIP342). */
const VALIDATION_WEIGHT_OFFSET = 50;

export type WitnessSpend = {
  witness: Uint8Array[];
  version: number;
  program: Uint8Array;
  /** The program is a P2SH redeem script. */
  nested: boolean;
  flags: number;
  checker: SignatureChecker;
};

/** Checks a witness against its program (BIP141, BIP341). @throws ScriptFailure */
export function verifyWitnessProgram(spend: WitnessSpend): void {
  const { version, program, nested, flags } = spend;
  if (version === 0) verifyVersion0(spend);
  else if (version === 1 && program.length === 32 && !nested) {
    if ((flags & FLAG.TAPROOT) !== 0) verifyTaproot(spend);
  } else if ((nested || !isAnchor(version, program)) && (flags & FLAG.DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM) !== 0)
    throw new ScriptFailure('DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM');
}

function verifyVersion0(spend: WitnessSpend): void {
  const { witness, program } = spend;
  if (program.length === 32) {
    const script = witness.at(-1);
    if (script === undefined) throw new ScriptFailure('WITNESS_PROGRAM_WITNESS_EMPTY');
    if (!equalBytes(sha256(script), program)) throw new ScriptFailure('WITNESS_PROGRAM_MISMATCH');
    runWitnessScript(spend, 'witness_v0', witness.slice(0, -1), script);
  } else if (program.length === 20) {
    if (witness.length !== 2) throw new ScriptFailure('WITNESS_PROGRAM_MISMATCH');
    const script = buildScript([OP.DUP, OP.HASH160, program, OP.EQUALVERIFY, OP.CHECKSIG]);
    runWitnessScript(spend, 'witness_v0', [...witness], script);
  } else {
    throw new ScriptFailure('WITNESS_PROGRAM_WRONG_LENGTH');
  }
}

function verifyTaproot(spend: WitnessSpend): void {
  const { witness, program, checker, flags } = spend;
  const stack = [...witness];
  const annex = stack.length >= 2 && stack.at(-1)?.[0] === ANNEX_TAG ? stack.pop() : undefined;
  const annexHash = annex === undefined ? undefined : hashWithLength(annex);
  const last = stack.pop();
  const script = stack.pop();
  if (last === undefined) throw new ScriptFailure('WITNESS_PROGRAM_WITNESS_EMPTY');
  if (script === undefined) {
    const failure = checker.checkSchnorr(last, program, { annexHash });
    if (failure !== undefined) throw new ScriptFailure(failure);
    return;
  }
  if (!isControlBlockSize(last.length)) throw new ScriptFailure('TAPROOT_WRONG_CONTROL_SIZE');
  const leafHash = tapleafHash(leafVersion(last), script);
  if (!isTaprootCommitment(last, program, leafHash)) throw new ScriptFailure('WITNESS_PROGRAM_MISMATCH');
  if (leafVersion(last) === TAPSCRIPT_LEAF_VERSION) {
    const tapscript = { leafHash, annexHash, weightLeft: witnessSize(witness) + VALIDATION_WEIGHT_OFFSET };
    if (!endsInSuccess(script, flags)) runWitnessScript(spend, 'tapscript', stack, script, tapscript);
  } else if ((flags & FLAG.DISCOURAGE_UPGRADABLE_TAPROOT_VERSION) !== 0) {
    throw new ScriptFailure('DISCOURAGE_UPGRADABLE_TAPROOT_VERSION');
  }
}

/**
 * Whether the script is valid for an OP_SUCCESS in it, which overrides every limit.
 * @throws ScriptFailure DISCOURAGE_OP_SUCCESS; BAD_OPCODE for a truncated push before the first one
 */
function endsInSuccess(script: Uint8Array, flags: number): boolean {
  for (let at = 0; at < script.length; ) {
    const step = instructionAt(script, at);
    if (step === undefined) throw new ScriptFailure('BAD_OPCODE');
    if (isOpSuccess(step.opcode)) {
      if ((flags & FLAG.DISCOURAGE_OP_SUCCESS) !== 0) throw new ScriptFailure('DISCOURAGE_OP_SUCCESS');
      return true;
    }
    at = step.next;
  }
  return false;
}

/** Runs a witness script. It must leave exactly one item, which is true. */
function runWitnessScript(
  { flags, checker }: WitnessSpend,
  version: ScriptVersion,
  stack: Uint8Array[],
  script: Uint8Array,
  tapscript?: TapscriptData,
): void {
  if (version === 'tapscript' && stack.length > MAX_STACK_SIZE) throw new ScriptFailure('STACK_SIZE');
  if (stack.some(({ length }) => length > MAX_ELEMENT_SIZE)) throw new ScriptFailure('PUSH_SIZE');
  runScript({ script, version, flags, checker, stack, tapscript });
  const [top] = stack;
  if (top === undefined || stack.length !== 1) throw new ScriptFailure('CLEANSTACK');
  if (!toBoolean(top)) throw new ScriptFailure('EVAL_FALSE');
}

function hashWithLength(annex: Uint8Array): Uint8Array {
  const writer = createWriter(annex.length + 5);
  writer.varBytes(annex);
  return sha256(writer.finish());
}

function witnessSize(witness: Uint8Array[]): number {
  return witness.reduce((size, { length }) => size + compactSizeLength(length) + length, compactSizeLength(witness.length));
}
