import { equalBytes } from '../../codec/hex.js';
import { hash160, hash256, ripemd160, sha1, sha256 } from '../../crypto/hash.js';
import { OP } from '../opcodes.js';
import { ScriptFailure } from './error.js';
import { type Machine, need, peek, peekNumber, pop, pushBoolean, pushInteger } from './machine.js';
import { toBoolean } from './number.js';

export type OpcodeHandler = (machine: Machine) => void;

/** The opcodes that move, compare, measure and hash items. */
export const STACK_OPCODES: ReadonlyMap<number, OpcodeHandler> = new Map<number, OpcodeHandler>([
  [OP.TOALTSTACK, (machine) => void machine.altStack.push(pop(machine))],
  [OP.FROMALTSTACK, fromAltStack],
  [OP['2DROP'], (machine) => drop(machine, 2)],
  [OP['2DUP'], (machine) => copy(machine, 2, 2)],
  [OP['3DUP'], (machine) => copy(machine, 3, 3)],
  [OP['2OVER'], (machine) => copy(machine, 4, 2)],
  [OP['2ROT'], (machine) => move(machine, 6, 2)],
  [OP['2SWAP'], (machine) => move(machine, 4, 2)],
  [OP.IFDUP, ifDuplicate],
  [OP.DEPTH, (machine) => pushInteger(machine, machine.stack.length)],
  [OP.DROP, (machine) => drop(machine, 1)],
  [OP.DUP, (machine) => copy(machine, 1, 1)],
  [OP.NIP, nip],
  [OP.OVER, (machine) => copy(machine, 2, 1)],
  [OP.PICK, (machine) => pick(machine, false)],
  [OP.ROLL, (machine) => pick(machine, true)],
  [OP.ROT, (machine) => move(machine, 3, 1)],
  [OP.SWAP, (machine) => move(machine, 2, 1)],
  [OP.TUCK, tuck],
  [OP.SIZE, (machine) => pushInteger(machine, peek(machine).length)],
  [OP.EQUAL, (machine) => pushBoolean(machine, popEqual(machine))],
  [OP.EQUALVERIFY, equalVerify],
  [OP.RIPEMD160, (machine) => void machine.stack.push(ripemd160(pop(machine)))],
  [OP.SHA1, (machine) => void machine.stack.push(sha1(pop(machine)))],
  [OP.SHA256, (machine) => void machine.stack.push(sha256(pop(machine)))],
  [OP.HASH160, (machine) => void machine.stack.push(hash160(pop(machine)))],
  [OP.HASH256, (machine) => void machine.stack.push(hash256(pop(machine)))],
]);

function drop(machine: Machine, count: number): void {
  need(machine, count);
  machine.stack.length -= count;
}

/** Copies `count` items to the top; the first one is `depth` places from the end. */
function copy(machine: Machine, depth: number, count: number): void {
  const { stack } = machine;
  need(machine, depth);
  stack.push(...stack.slice(stack.length - depth, stack.length - depth + count));
}

/** Moves `count` items to the top; the first one is `depth` places from the end. */
function move(machine: Machine, depth: number, count: number): void {
  const { stack } = machine;
  need(machine, depth);
  stack.push(...stack.splice(stack.length - depth, count));
}

function fromAltStack({ stack, altStack }: Machine): void {
  const item = altStack.pop();
  if (item === undefined) throw new ScriptFailure('INVALID_ALTSTACK_OPERATION');
  stack.push(item);
}

function ifDuplicate(machine: Machine): void {
  const top = peek(machine);
  if (toBoolean(top)) machine.stack.push(top);
}

function nip(machine: Machine): void {
  need(machine, 2);
  machine.stack.splice(-2, 1);
}

function tuck(machine: Machine): void {
  need(machine, 2);
  machine.stack.splice(-2, 0, peek(machine));
}

function pick(machine: Machine, remove: boolean): void {
  const { stack } = machine;
  need(machine, 2);
  const depth = peekNumber(machine);
  stack.pop();
  const item = peek(machine, depth);
  if (remove) stack.splice(stack.length - 1 - depth, 1);
  stack.push(item);
}

function popEqual(machine: Machine): boolean {
  need(machine, 2);
  return equalBytes(pop(machine), pop(machine));
}

function equalVerify(machine: Machine): void {
  if (!popEqual(machine)) throw new ScriptFailure('EQUALVERIFY');
}
