import type { SignatureChecker } from './checker.js';
import { type Conditions, createConditions } from './conditions.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { decodeNumber, encodeNumber } from './number.js';

/** Which rules a script runs under. */
export type ScriptVersion = 'base' | 'witness_v0' | 'tapscript';

/** What a tapscript carries besides its stack. `weightLeft` is BIP342's signature budget; each check takes 50 from it. */
export type TapscriptData = { leafHash: Uint8Array; annexHash: Uint8Array | undefined; weightLeft: number };

/** Where a script runs and what its steps change. Items of the stacks are never changed in place. */
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
  /** Opcodes beyond pushes so far, and the keys of multisigs. */
  opCount: number;
  /** Offset behind the last OP_CODESEPARATOR that ran; signatures sign the script from there. */
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

/** The item `depth` places below the top (0 is the top). @throws ScriptFailure INVALID_STACK_OPERATION, also for a negative depth */
export function peek({ stack }: Machine, depth = 0): Uint8Array {
  const item = stack[stack.length - 1 - depth];
  if (item === undefined) throw new ScriptFailure('INVALID_STACK_OPERATION');
  return item;
}

/** Takes the top item. @throws ScriptFailure INVALID_STACK_OPERATION */
export function pop({ stack }: Machine): Uint8Array {
  const item = stack.pop();
  if (item === undefined) throw new ScriptFailure('INVALID_STACK_OPERATION');
  return item;
}

/** @throws ScriptFailure INVALID_STACK_OPERATION when there are fewer items */
export function need({ stack }: Machine, items: number): void {
  if (stack.length < items) throw new ScriptFailure('INVALID_STACK_OPERATION');
}

/** The item `depth` places below the top as a number. @throws ScriptFailure INVALID_STACK_OPERATION, SCRIPTNUM */
export function peekNumber(machine: Machine, depth = 0): number {
  return decodeNumber(peek(machine, depth), machine.minimal);
}

export function pushBoolean({ stack }: Machine, value: boolean): void {
  stack.push(value ? TRUE : FALSE);
}

export function pushInteger({ stack }: Machine, value: number): void {
  stack.push(encodeNumber(value));
}
