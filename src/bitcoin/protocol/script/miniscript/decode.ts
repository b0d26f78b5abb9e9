// Scripts are decoded back to front, as in src/script/miniscript.h of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core
// developers; MIT licence.

import { instructionAt, isMinimalPush } from '../instruction.js';
import { OP } from '../opcodes.js';
import type { Fragment, MiniscriptContext } from './fragment.js';
import { type DecodeOptions, matchLeaf, type Step, scriptNumber } from './leaf.js';
import { createNode, type MiniscriptNode, type NodeParts } from './node.js';

/** The maximum bytes of a script that a standard transaction can spend. */
export const MAX_SCRIPT_SIZE: Record<MiniscriptContext, number> = { p2wsh: 3600, tapscript: 329_482 };

/** Decodes a script to miniscript, or returns undefined if it is not a valid expression of type B. */
export function decodeMiniscript(script: Uint8Array, options: DecodeOptions): MiniscriptNode | undefined {
  const steps = script.length > MAX_SCRIPT_SIZE[options.context] ? undefined : decompose(script);
  if (steps === undefined) return undefined;
  const node = read(steps, options);
  return node?.type.base === 'B' ? node : undefined;
}

/** Returns the steps of a script from last to first, with VERIFY as a separate step. */
function decompose(script: Uint8Array): Step[] | undefined {
  const steps: Step[] = [];
  const none = new Uint8Array();
  for (let at = 0; at < script.length; ) {
    const step = instructionAt(script, at);
    if (step === undefined) return undefined;
    const { opcode, data, next } = step;
    const plain = WITH_VERIFY.get(opcode);
    if (plain !== undefined) steps.push({ opcode: plain, data: none }, { opcode: OP.VERIFY, data: none });
    else if (opcode >= OP[1] && opcode <= OP[16]) steps.push({ opcode, data: Uint8Array.of(opcode - OP[1] + 1) });
    else if (data !== undefined && opcode !== OP[0] && !isMinimalPush(data, opcode)) return undefined;
    else if (VERIFIED.includes(opcode) && script[next] === OP.VERIFY) return undefined;
    else steps.push({ opcode, data: data ?? none });
    at = next;
  }
  return steps.reverse();
}

const WITH_VERIFY = new Map<number, number>([
  [OP.CHECKSIGVERIFY, OP.CHECKSIG],
  [OP.CHECKMULTISIGVERIFY, OP.CHECKMULTISIG],
  [OP.EQUALVERIFY, OP.EQUAL],
  [OP.NUMEQUALVERIFY, OP.NUMEQUAL],
]);
const VERIFIED = [...WITH_VERIFY.values()];
/** Opcodes that cannot end an expression. */
const NO_END: number[] = [OP.IF, OP.ELSE, OP.NOTIF, OP.TOALTSTACK, OP.SWAP];
/** A pending task. Returns false if the script is not miniscript. */
type Task = () => boolean;

/** Decodes with a list of tasks instead of the call stack, which a long script could exhaust. */
function read(steps: Step[], options: DecodeOptions): MiniscriptNode | undefined {
  let at = 0;
  const tasks: Task[] = [];
  const made: MiniscriptNode[] = [];
  const opcode = (ahead = 0) => steps[at + ahead]?.opcode;
  const left = () => steps.length - at;

  /** Adds tasks in execution order. */
  const then = (...next: Task[]): true => {
    tasks.push(...next.reverse());
    return true;
  };
  const make = (fragment: Fragment, parts: Partial<NodeParts> = {}): boolean => {
    const node = createNode(options.context, fragment, parts);
    if (node !== undefined) made.push(node);
    return node !== undefined;
  };
  /** Combines the last expressions. The last one is first in the script. */
  const combine = (fragment: Fragment, count: number, k = 0) => {
    if (made.length < count) return false;
    return make(fragment, { subs: made.splice(made.length - count).reverse(), k });
  };
  const combined = (fragment: Fragment, count: number) => () => combine(fragment, count);
  const skip = (count: number): true => {
    at += count;
    return true;
  };

  const expression: Task = () => then(single, furtherAnd);

  /** Whether another expression precedes this one, so that both must hold. */
  const furtherAnd: Task = () => left() === 0 || NO_END.includes(opcode() ?? 0) || then(expression, combined('and_v', 2));

  const below: Task = () => {
    if (left() === 0) return false;
    const swapped = opcode() !== OP.FROMALTSTACK;
    if (!swapped) skip(1);
    return then(expression, () => opcode() === (swapped ? OP.SWAP : OP.TOALTSTACK) && skip(1) && combine(swapped ? 's:' : 'a:', 1));
  };

  const single: Task = () => {
    const first = opcode();
    if (first === undefined) return false;
    const leaf = matchLeaf(steps, at, options);
    if (leaf !== undefined) return skip(leaf.length) && make(leaf.fragment, leaf.parts);
    const number = scriptNumber(steps[at + 1]);
    if (first === OP.CHECKSIG) return skip(1) && then(single, combined('c:', 1));
    if (first === OP.VERIFY) return skip(1) && then(single, combined('v:', 1));
    if (first === OP['0NOTEQUAL']) return skip(1) && then(single, combined('n:', 1));
    if (first === OP.EQUAL && left() >= 3 && number !== undefined) return number >= 1 && skip(2) && then(threshold(0, number));
    if (first === OP.ENDIF) return skip(1) && then(expression, conditional);
    if (first === OP.BOOLAND) return skip(1) && then(below, single, combined('and_b', 2));
    if (first === OP.BOOLOR) return skip(1) && then(below, single, combined('or_b', 2));
    return false;
  };

  /** An ADD follows each part of a threshold except the first. */
  const threshold =
    (count: number, k: number): Task =>
    () => {
      if (left() === 0) return false;
      if (opcode() === OP.ADD) return skip(1) && then(below, threshold(count + 1, k));
      return then(single, () => k <= count + 1 && combine('thresh', count + 1, k));
    };

  const conditional: Task = () => {
    switch (opcode()) {
      case OP.ELSE:
        return skip(1) && then(expression, otherwise);
      case OP.NOTIF:
        return (
          skip(1) && then(() => (opcode() === OP.IFDUP ? skip(1) && then(single, combined('or_d', 2)) : then(single, combined('or_c', 2))))
        );
      case OP.IF:
        if (opcode(1) === OP.DUP) return skip(2) && combine('d:', 1);
        return opcode(1) === OP['0NOTEQUAL'] && opcode(2) === OP.SIZE && skip(3) && combine('j:', 1);
      default:
        return false;
    }
  };

  const otherwise: Task = () => {
    if (opcode() === OP.IF) return skip(1) && combine('or_i', 2);
    return opcode() === OP.NOTIF && skip(1) && then(single, andor);
  };

  /** The script has the condition, the else branch and the then branch, in this order. */
  const andor: Task = () => {
    const [then_, otherwise_, condition] = made.splice(-3);
    return (
      condition !== undefined && otherwise_ !== undefined && then_ !== undefined && make('andor', { subs: [condition, then_, otherwise_] })
    );
  };

  then(expression);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) if (!task()) return undefined;
  return left() === 0 && made.length === 1 ? made[0] : undefined;
}
