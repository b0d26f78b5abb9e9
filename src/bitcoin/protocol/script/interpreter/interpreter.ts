// The order of checks follows src/script/interpreter.cpp of Bitcoin Core, which decides which error a script fails with.
// Copyright (c) 2009-2010 Satoshi Nakamoto, 2009-present The Bitcoin Core developers; MIT licence.

import { instructionAt, isMinimalPush } from '../instruction.js';
import { OP } from '../opcodes.js';
import { ARITHMETIC_OPCODES } from './arithmetic-opcodes.js';
import { CONTROL_OPCODES } from './control-opcodes.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { createMachine, type Machine, type MachineOptions, pushInteger } from './machine.js';
import { MAX_OPS_PER_SCRIPT, SIGNATURE_OPCODES } from './signature-opcodes.js';
import { STACK_OPCODES } from './stack-opcodes.js';

/** The maximum bytes of a stack item. */
export const MAX_ELEMENT_SIZE = 520;
/** The maximum items of both stacks together. */
export const MAX_STACK_SIZE = 1000;
/** The maximum bytes of a script before tapscript. */
const MAX_SCRIPT_SIZE = 10_000;

const HANDLERS = new Map([...STACK_OPCODES, ...ARITHMETIC_OPCODES, ...CONTROL_OPCODES, ...SIGNATURE_OPCODES]);

/** Opcodes that fail a script even in a branch that does not run (CVE-2010-5137). In tapscript they are OP_SUCCESS. */
const DISABLED: ReadonlySet<number> = new Set([
  OP.CAT,
  OP.SUBSTR,
  OP.LEFT,
  OP.RIGHT,
  OP.INVERT,
  OP.AND,
  OP.OR,
  OP.XOR,
  OP['2MUL'],
  OP['2DIV'],
  OP.MUL,
  OP.DIV,
  OP.MOD,
  OP.LSHIFT,
  OP.RSHIFT,
]);

/** Runs a script on `stack`, which it changes. @throws ScriptFailure */
export function runScript(options: MachineOptions): void {
  const machine = createMachine(options);
  const { script, version, stack, altStack, conditions } = machine;
  if (version !== 'tapscript' && script.length > MAX_SCRIPT_SIZE) throw new ScriptFailure('SCRIPT_SIZE');
  for (let at = 0, position = 0; at < script.length; position++) {
    const step = instructionAt(script, at);
    if (step === undefined) throw new ScriptFailure('BAD_OPCODE');
    const { opcode, data, next } = step;
    checkLimits(machine, opcode, data);
    const runs = conditions.allTrue();
    if (data !== undefined) {
      if (runs) pushItem(machine, opcode, data);
    } else if (runs && opcode === OP.CODESEPARATOR) {
      machine.codeStart = next;
      machine.codeSeparator = position;
    } else if (runs || (opcode >= OP.IF && opcode <= OP.ENDIF)) {
      runOpcode(machine, opcode);
    }
    if (stack.length + altStack.length > MAX_STACK_SIZE) throw new ScriptFailure('STACK_SIZE');
    at = next;
  }
  if (!conditions.isEmpty()) throw new ScriptFailure('UNBALANCED_CONDITIONAL');
}

/** Checks the rules that also apply in branches that do not run. */
function checkLimits(machine: Machine, opcode: number, data: Uint8Array | undefined): void {
  const { version, flags } = machine;
  if (data !== undefined && data.length > MAX_ELEMENT_SIZE) throw new ScriptFailure('PUSH_SIZE');
  if (version !== 'tapscript' && opcode > OP[16]) {
    machine.opCount++;
    if (machine.opCount > MAX_OPS_PER_SCRIPT) throw new ScriptFailure('OP_COUNT');
  }
  if (DISABLED.has(opcode)) throw new ScriptFailure('DISABLED_OPCODE');
  if (opcode === OP.CODESEPARATOR && version === 'base' && (flags & FLAG.CONST_SCRIPTCODE) !== 0)
    throw new ScriptFailure('OP_CODESEPARATOR');
}

function pushItem({ minimal, stack }: Machine, opcode: number, data: Uint8Array): void {
  if (minimal && !isMinimalPush(data, opcode)) throw new ScriptFailure('MINIMALDATA');
  stack.push(data);
}

function runOpcode(machine: Machine, opcode: number): void {
  const handler = HANDLERS.get(opcode);
  if (handler !== undefined) handler(machine);
  else if (opcode === OP['1NEGATE'] || (opcode >= OP[1] && opcode <= OP[16])) pushInteger(machine, opcode - OP[1] + 1);
  else throw new ScriptFailure('BAD_OPCODE');
}
