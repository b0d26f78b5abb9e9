import type { SignatureChecker } from './checker.js';
import { type Conditions, createConditions } from './conditions.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { decodeNumber, encodeNumber } from './number.js';

/** The set of rules for a script. */
export type ScriptVersion = 'base' | 'witness_v0' | 'tapscript';

/** The context of a tapscript. `weightLeft` is BIP342's signature budget; each check uses 50. */
export type TapscriptData = { leafHash: Uint8Array; annexHash: Uint8Array | undefined; weightLeft: number };

/** The state of a running script. Stack items are immutable. */
export type Machine = {
  readonly script: Uint8Array;
  readonly version: ScriptVersion;
  readonly flags: number;
  /** MINIMALDATA: pushes and numbers in their shortest form. */
  readonly minimal: boolean;
  readonly checker: SignatureChecker;
  readonly tapscript: TapscriptData | undefined;
  readonly stack: Uint8Array[];
  readonly altStack: Uint8Array[];
  readonly conditions: Conditions;
  /** The number of opcodes that are not pushes so far, including keys of multisigs. */
  opCount: number;
  /** The offset after the last executed OP_CODESEPARATOR. Signatures cover the script from there. */
  codeStart: number;
  /** That opcode's position, counted in instructions. */
  codeSeparator: number;
};

export type MachineOptions = Pick<Machine, 'script' | 'version' | 'flags' | 'checker' | 'stack'> & {
  tapscript?: TapscriptData | undefined;
};

export function createMachine({ script, version, flags, checker, stack, tapscript }: MachineOptions): Machine {
  return {
    script,
    version,
    flags,
    minimal: (flags & FLAG.MINIMALDATA) !== 0,
    checker,
    tapscript,
    stack,
    altStack: [],
    conditions: createConditions(),
    opCount: 0,
    codeStart: 0,
    codeSeparator: 0xffffffff,
  };
}

const FALSE = new Uint8Array(0);
const TRUE = Uint8Array.of(1);

/**
 * Returns the item `depth` places below the top (0 is the top). @throws ScriptFailure INVALID_STACK_OPERATION, also for a negative depth
 */
export function peek({ stack }: Machine, depth = 0): Uint8Array {
  const item = stack[stack.length - 1 - depth];
  if (item === undefined) throw new ScriptFailure('INVALID_STACK_OPERATION');
  return item;
}

/** Removes and returns the top item. @throws ScriptFailure INVALID_STACK_OPERATION */
export function pop({ stack }: Machine): Uint8Array {
  const item = stack.pop();
  if (item === undefined) throw new ScriptFailure('INVALID_STACK_OPERATION');
  return item;
}

/** Checks the number of items. @throws ScriptFailure INVALID_STACK_OPERATION if there are fewer */
export function need({ stack }: Machine, items: number): void {
  if (stack.length < items) throw new ScriptFailure('INVALID_STACK_OPERATION');
}

/** Returns the item `depth` places below the top as a number. @throws ScriptFailure INVALID_STACK_OPERATION, SCRIPTNUM */
export function peekNumber(machine: Machine, depth = 0): number {
  return decodeNumber(peek(machine, depth), machine.minimal);
}

export function pushBoolean({ stack }: Machine, value: boolean): void {
  stack.push(value ? TRUE : FALSE);
}

export function pushInteger({ stack }: Machine, value: number): void {
  stack.push(encodeNumber(value));
}
