// Leaf expressions follow src/script/miniscript.h of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.

import { ScriptFailure } from '../interpreter/error.js';
import { decodeNumber } from '../interpreter/number.js';
import { OP } from '../opcodes.js';
import { MAX_PUBKEYS_PER_MULTISIG } from '../pattern.js';
import type { Fragment, MiniscriptContext } from './fragment.js';
import type { NodeParts } from './node.js';

/** A step of a script. `data` is the data of a push or of a number's opcode. */
export type Step = { opcode: number; data: Uint8Array };

export type DecodeOptions = {
  context: MiniscriptContext;
  /** Returns the key with a hash, as in scripts. An unknown key makes the script undecodable. */
  keyWith(hash: Uint8Array): Uint8Array | undefined;
};

/** An expression without subexpressions, and the number of its steps. */
type Leaf = { length: number; fragment: Fragment; parts: Partial<NodeParts> };

/** The maximum of keys in a multisig tapscript. */
export const MAX_PUBKEYS_PER_MULTI_A = 999;
const KEY_SIZE: Record<MiniscriptContext, number> = { p2wsh: 33, tapscript: 32 };
const MAX_LOCK = 0x7fffffff;
const NO_DATA = new Uint8Array();
const HASHES = new Map<number, { fragment: Fragment; size: number }>([
  [OP.SHA256, { fragment: 'sha256', size: 32 }],
  [OP.RIPEMD160, { fragment: 'ripemd160', size: 20 }],
  [OP.HASH256, { fragment: 'hash256', size: 32 }],
  [OP.HASH160, { fragment: 'hash160', size: 20 }],
]);

/** Returns the leaf at an index of the reversed steps, if there is one. */
export function matchLeaf(steps: Step[], at: number, { context, keyWith }: DecodeOptions): Leaf | undefined {
  const opcode = (ahead: number) => steps[at + ahead]?.opcode;
  const data = (ahead: number) => steps[at + ahead]?.data ?? NO_DATA;
  switch (opcode(0)) {
    case OP[1]:
      return leaf(1, '1');
    case OP[0]:
      return leaf(1, '0');
    case OP.VERIFY: {
      const isKeyHash = opcode(1) === OP.EQUAL && data(2).length === 20 && opcode(3) === OP.HASH160 && opcode(4) === OP.DUP;
      const key = isKeyHash ? keyWith(data(2)) : undefined;
      return key && leaf(5, 'pk_h', { keys: [key] });
    }
    case OP.CHECKSEQUENCEVERIFY:
    case OP.CHECKLOCKTIMEVERIFY: {
      const k = scriptNumber(steps[at + 1]) ?? 0;
      return k >= 1 && k <= MAX_LOCK ? leaf(2, opcode(0) === OP.CHECKSEQUENCEVERIFY ? 'older' : 'after', { k }) : undefined;
    }
    case OP.EQUAL: {
      const isPreimage = opcode(3) === OP.VERIFY && opcode(4) === OP.EQUAL && opcode(6) === OP.SIZE && scriptNumber(steps[at + 5]) === 32;
      const known = HASHES.get(opcode(2) ?? 0);
      return isPreimage && known?.size === data(1).length ? leaf(7, known.fragment, { hash: data(1) }) : undefined;
    }
    case OP.CHECKMULTISIG:
      return context === 'p2wsh' ? matchMulti(steps, at) : undefined;
    case OP.NUMEQUAL:
      return context === 'tapscript' ? matchMultiA(steps, at) : undefined;
    default:
      return isKey(data(0), context) ? leaf(1, 'pk_k', { keys: [data(0)] }) : undefined;
  }
}

function leaf(length: number, fragment: Fragment, parts: Partial<NodeParts> = {}): Leaf {
  return { length, fragment, parts };
}

function matchMulti(steps: Step[], at: number): Leaf | undefined {
  const total = scriptNumber(steps[at + 1]) ?? 0;
  if (total < 1 || total > MAX_PUBKEYS_PER_MULTISIG) return undefined;
  const keys = steps.slice(at + 2, at + 2 + total).map(({ data }) => data);
  const k = scriptNumber(steps[at + 2 + total]) ?? 0;
  const isValid = keys.every((key) => isKey(key, 'p2wsh')) && k >= 1 && k <= total;
  return isValid ? leaf(3 + total, 'multi', { keys: keys.reverse(), k }) : undefined;
}

function matchMultiA(steps: Step[], at: number): Leaf | undefined {
  const k = scriptNumber(steps[at + 1]) ?? 0;
  if (k < 1 || k > MAX_PUBKEYS_PER_MULTI_A) return undefined;
  const keys: Uint8Array[] = [];
  for (let checked = 0; checked !== OP.CHECKSIG; ) {
    const ahead = at + 2 + 2 * keys.length;
    const key = steps[ahead + 1]?.data ?? NO_DATA;
    checked = steps[ahead]?.opcode ?? 0;
    const isCheck = checked === OP.CHECKSIG || checked === OP.CHECKSIGADD;
    if (!isCheck || !isKey(key, 'tapscript') || keys.length === MAX_PUBKEYS_PER_MULTI_A) return undefined;
    keys.unshift(key);
  }
  return keys.length >= k ? leaf(2 + 2 * keys.length, 'multi_a', { keys, k }) : undefined;
}

function isKey(key: Uint8Array, context: MiniscriptContext): boolean {
  return key.length === KEY_SIZE[context] && (context === 'tapscript' || key[0] === 2 || key[0] === 3);
}

/** Returns the number of a minimal push. */
export function scriptNumber(step: Step | undefined): number | undefined {
  if (step === undefined || (step.opcode !== OP[0] && step.data.length === 0)) return undefined;
  try {
    return decodeNumber(step.data, true);
  } catch (error) {
    if (error instanceof ScriptFailure) return undefined;
    throw error;
  }
}
