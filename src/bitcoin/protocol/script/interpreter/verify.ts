// The order of checks follows src/script/interpreter.cpp of Bitcoin Core, which decides which error a script fails with.
// Copyright (c) 2009-2010 Satoshi Nakamoto, 2009-present The Bitcoin Core developers; MIT licence.
import { atOnce } from '../../../../base/turns.js';
import { equalBytes } from '../../codec/hex.js';
import type { Transaction, TxOut } from '../../codec/transaction.js';
import { pushData } from '../build.js';
import { isPushOnly } from '../instruction.js';
import { isPayToScriptHash, witnessProgram } from '../pattern.js';
import { createTransactionHashes } from '../sighash/transaction-hashes.js';
import { createSignatureChecker, type SignatureChecker } from './checker.js';
import { type ScriptErrorCode, ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { runScript } from './interpreter.js';
import { toBoolean } from './number.js';
import { verifyWitnessProgram } from './witness.js';

/**
 * Verifies the scripts of an input (Core's `VerifyScript`).
 * WITNESS needs P2SH among the flags, and CLEANSTACK needs both: anything else would not be a soft fork.
 * @returns the error, or undefined if the spend is valid
 */
export function verifyScript(
  scriptSig: Uint8Array,
  scriptPubKey: Uint8Array,
  witness: Uint8Array[],
  flags: number,
  checker: SignatureChecker,
): ScriptErrorCode | undefined {
  try {
    runScripts(scriptSig, scriptPubKey, witness, flags, checker);
    return undefined;
  } catch (error) {
    if (error instanceof ScriptFailure) return error.code;
    throw error;
  }
}

/** The first input of a transaction with failing scripts, and the error. */
export type InputFailure = { index: number; code: ScriptErrorCode };

/**
 * Verifies the scripts of every input.
 * @param spent the outputs that the inputs spend, in their order
 * @param isTrusted whether to skip an input @default none
 */
export function verifyTransaction(
  tx: Transaction,
  spent: TxOut[],
  flags: number,
  isTrusted?: (index: number) => boolean,
): InputFailure | undefined {
  return atOnce(verifySteps(tx, spent, flags, isTrusted));
}

/** The same with a step for each input. */
export function* verifySteps(
  tx: Transaction,
  spent: TxOut[],
  flags: number,
  isTrusted?: (index: number) => boolean,
): Generator<void, InputFailure | undefined> {
  const hashes = createTransactionHashes(tx, spent);
  for (const [index, { scriptSig, witness }] of tx.inputs.entries()) {
    const coin = spent[index];
    if (coin === undefined) throw new RangeError(`no output for input ${index}`);
    if (isTrusted?.(index) === true) continue;
    const code = verifyScript(scriptSig, coin.scriptPubKey, witness, flags, createSignatureChecker(tx, index, spent, hashes));
    if (code !== undefined) return { index, code };
    yield;
  }
  return undefined;
}

function runScripts(
  scriptSig: Uint8Array,
  scriptPubKey: Uint8Array,
  witness: Uint8Array[],
  flags: number,
  checker: SignatureChecker,
): void {
  if ((flags & FLAG.SIGPUSHONLY) !== 0 && !isPushOnly(scriptSig)) throw new ScriptFailure('SIG_PUSHONLY');
  // One stack, but separate runs: joined, a scriptSig could end inside the other script (CVE-2010-5141).
  let stack: Uint8Array[] = [];
  runScript({ script: scriptSig, version: 'base', flags, checker, stack });
  const pushed = [...stack];
  runScript({ script: scriptPubKey, version: 'base', flags, checker, stack });
  requireTrue(stack);

  const segwit = (flags & FLAG.WITNESS) !== 0;
  let program = segwit ? witnessProgram(scriptPubKey) : undefined;
  if (program !== undefined) {
    if (scriptSig.length > 0) throw new ScriptFailure('WITNESS_MALLEATED');
    verifyWitnessProgram({ witness, ...program, nested: false, flags, checker });
  } else if ((flags & FLAG.P2SH) !== 0 && isPayToScriptHash(scriptPubKey)) {
    if (!isPushOnly(scriptSig)) throw new ScriptFailure('SIG_PUSHONLY');
    stack = pushed;
    const redeemScript = stack.pop() ?? new Uint8Array(0);
    runScript({ script: redeemScript, version: 'base', flags, checker, stack });
    requireTrue(stack);
    program = segwit ? witnessProgram(redeemScript) : undefined;
    if (program !== undefined) {
      if (!equalBytes(scriptSig, pushData(redeemScript))) throw new ScriptFailure('WITNESS_MALLEATED_P2SH');
      verifyWitnessProgram({ witness, ...program, nested: true, flags, checker });
    }
  }
  // A witness program leaves its own bytes on this stack. The stack of the witness script has its own check.
  if (program === undefined && (flags & FLAG.CLEANSTACK) !== 0 && stack.length !== 1) throw new ScriptFailure('CLEANSTACK');
  if (segwit && program === undefined && witness.length > 0) throw new ScriptFailure('WITNESS_UNEXPECTED');
}

function requireTrue(stack: Uint8Array[]): void {
  const top = stack.at(-1);
  if (top === undefined || !toBoolean(top)) throw new ScriptFailure('EVAL_FALSE');
}
