import { OP } from '../opcodes.js';
import { ScriptFailure } from './error.js';
import { type Machine, need, peekNumber, pushBoolean, pushInteger } from './machine.js';
import type { OpcodeHandler } from './stack-opcodes.js';

/** The arithmetic opcodes. Operands have at most 4 bytes. A result of 5 bytes cannot be an operand. */
export const ARITHMETIC_OPCODES: ReadonlyMap<number, OpcodeHandler> = new Map<number, OpcodeHandler>([
  [OP['1ADD'], unary((a) => a + 1)],
  [OP['1SUB'], unary((a) => a - 1)],
  [OP.NEGATE, unary((a) => -a)],
  [OP.ABS, unary(Math.abs)],
  [OP.NOT, unary((a) => Number(a === 0))],
  [OP['0NOTEQUAL'], unary((a) => Number(a !== 0))],
  [OP.ADD, binary((a, b) => a + b)],
  [OP.SUB, binary((a, b) => a - b)],
  [OP.BOOLAND, binary((a, b) => Number(a !== 0 && b !== 0))],
  [OP.BOOLOR, binary((a, b) => Number(a !== 0 || b !== 0))],
  [OP.NUMEQUAL, binary((a, b) => Number(a === b))],
  [OP.NUMEQUALVERIFY, numberEqualVerify],
  [OP.NUMNOTEQUAL, binary((a, b) => Number(a !== b))],
  [OP.LESSTHAN, binary((a, b) => Number(a < b))],
  [OP.GREATERTHAN, binary((a, b) => Number(a > b))],
  [OP.LESSTHANOREQUAL, binary((a, b) => Number(a <= b))],
  [OP.GREATERTHANOREQUAL, binary((a, b) => Number(a >= b))],
  [OP.MIN, binary(Math.min)],
  [OP.MAX, binary(Math.max)],
  [OP.WITHIN, within],
]);

function unary(compute: (a: number) => number): OpcodeHandler {
  return (machine) => {
    const result = compute(peekNumber(machine));
    machine.stack.length -= 1;
    pushInteger(machine, result);
  };
}

function binary(compute: (a: number, b: number) => number): OpcodeHandler {
  return (machine) => {
    const [a, b] = popPair(machine);
    pushInteger(machine, compute(a, b));
  };
}

function popPair(machine: Machine): [number, number] {
  need(machine, 2);
  const pair: [number, number] = [peekNumber(machine, 1), peekNumber(machine)];
  machine.stack.length -= 2;
  return pair;
}

function numberEqualVerify(machine: Machine): void {
  const [a, b] = popPair(machine);
  if (a !== b) throw new ScriptFailure('NUMEQUALVERIFY');
}

function within(machine: Machine): void {
  need(machine, 3);
  const value = peekNumber(machine, 2);
  const least = peekNumber(machine, 1);
  const limit = peekNumber(machine);
  machine.stack.length -= 3;
  pushBoolean(machine, least <= value && value < limit);
}
