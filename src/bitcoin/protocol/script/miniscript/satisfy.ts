// The choice among several satisfactions follows src/script/miniscript.h of Bitcoin Core, so that the same signatures make
// the same witness. Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import { fold } from './expression.js';
import type { MiniscriptNode } from './node.js';

/** The data that can satisfy a script. */
export type Satisfier = {
  /** Returns the signature of a key. The key is as in the script. */
  sign(key: Uint8Array): Uint8Array | undefined;
  /** Returns the preimage of a hash. @param kind sha256, hash256, ripemd160 or hash160 */
  preimage(kind: string, hash: Uint8Array): Uint8Array | undefined;
  checkLockTime(lockTime: number): boolean;
  checkSequence(sequence: number): boolean;
};

/** Elements of the stack, the top last. They are joined in constant time, because a threshold joins each part with many others. */
type Items = undefined | Uint8Array | readonly [Items, Items];

/** The stack elements for an expression; undefined if impossible. */
type Stack = {
  items: Items;
  /** Bytes of the witness. */
  size: number;
  signed: boolean;
  /** Third parties can replace the elements by equivalent ones (malleable). */
  malleable: boolean;
};
type Option = Stack | undefined;
/** The satisfaction and the dissatisfaction of an expression. */
type Result = { yes: Option; no: Option };

const EMPTY: Stack = { items: undefined, size: 0, signed: false, malleable: false };
const ZERO = element(new Uint8Array());
const ONE = element(Uint8Array.of(1));
const ZERO_32 = { ...element(new Uint8Array(32)), malleable: true };

/** Returns the elements that satisfy a script, without the script. They need a signature and are not malleable; otherwise undefined. */
export function satisfy(root: MiniscriptNode, satisfier: Satisfier): Uint8Array[] | undefined {
  const { yes } = fold<MiniscriptNode, Result>(root, (node, subs) => combine(node, subs, satisfier));
  return yes?.signed && !yes.malleable ? flatten(yes.items) : undefined;
}

function flatten(items: Items): Uint8Array[] {
  const all: Uint8Array[] = [];
  const todo: Items[] = [items];
  while (todo.length > 0) {
    const next = todo.pop();
    if (next instanceof Uint8Array) all.push(next);
    else if (next !== undefined) todo.push(next[1], next[0]);
  }
  return all;
}

const IMPOSSIBLE: Result = { yes: undefined, no: undefined };
const NO_KEY = new Uint8Array();

function combine({ fragment, keys, k, hash }: MiniscriptNode, subs: Result[], satisfier: Satisfier): Result {
  const signature = (key: Uint8Array | undefined) => key && signed(satisfier.sign(key));
  const [x = IMPOSSIBLE, y = IMPOSSIBLE, z = IMPOSSIBLE] = subs;
  const [key = NO_KEY] = keys;
  switch (fragment) {
    case '0':
      return { no: EMPTY, yes: undefined };
    case '1':
      return { no: undefined, yes: EMPTY };
    case 'pk_k':
      return { no: ZERO, yes: signature(key) };
    case 'pk_h':
      return { no: join(ZERO, element(key)), yes: join(signature(key), element(key)) };
    case 'multi':
      return multisig(keys.map(signature), k);
    case 'multi_a':
      // The signature of the first key is on top of the stack.
      return tapscriptMultisig(keys.toReversed().map(signature), k);
    case 'older':
      return { no: undefined, yes: satisfier.checkSequence(k) ? EMPTY : undefined };
    case 'after':
      return { no: undefined, yes: satisfier.checkLockTime(k) ? EMPTY : undefined };
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160': {
      const preimage = satisfier.preimage(fragment, hash);
      return { no: ZERO_32, yes: preimage && element(preimage) };
    }
    case 'thresh':
      return threshold(subs, k);
    case 'and_v':
      return { no: join(y.no, x.yes), yes: join(y.yes, x.yes) };
    case 'and_b':
      return { no: choose(join(y.no, x.no), malleable(join(y.yes, x.no)), malleable(join(y.no, x.yes))), yes: join(y.yes, x.yes) };
    case 'or_b':
      return { no: join(y.no, x.no), yes: choose(join(y.no, x.yes), join(y.yes, x.no), malleable(join(y.yes, x.yes))) };
    case 'or_c':
      return { no: undefined, yes: choose(x.yes, join(y.yes, x.no)) };
    case 'or_d':
      return { no: join(y.no, x.no), yes: choose(x.yes, join(y.yes, x.no)) };
    case 'or_i':
      return { no: choose(join(x.no, ONE), join(y.no, ZERO)), yes: choose(join(x.yes, ONE), join(y.yes, ZERO)) };
    case 'andor':
      return { no: choose(join(y.no, x.yes), join(z.no, x.no)), yes: choose(join(y.yes, x.yes), join(z.yes, x.no)) };
    case 'd:':
      return { no: ZERO, yes: join(x.yes, ONE) };
    case 'j:':
      // Without a signature, elements other than zero have the same effect.
      return { no: { ...ZERO, malleable: x.no !== undefined && !x.no.signed }, yes: x.yes };
    case 'v:':
      return { no: undefined, yes: x.yes };
    default:
      return x;
  }
}

/** Returns the best stack for each number of signatures, with empty elements for the others. */
function tapscriptMultisig(signatures: Option[], k: number): Result {
  let best: Option[] = [EMPTY];
  for (const signature of signatures) {
    best = grow(
      best,
      (stack) => join(stack, ZERO),
      (stack) => join(stack, signature),
    );
  }
  return { no: best[0], yes: best[k] };
}

function multisig(signatures: Option[], k: number): Result {
  let best: Option[] = [ZERO];
  for (const signature of signatures) {
    best = grow(
      best,
      (stack) => stack,
      (stack) => join(stack, signature),
    );
  }
  return { no: Array.from({ length: k }).reduce<Option>((stack) => join(stack, ZERO), ZERO), yes: best[k] };
}

function threshold(subs: Result[], k: number): Result {
  let best: Option[] = [EMPTY];
  for (const sub of subs.toReversed()) {
    best = grow(
      best,
      (stack) => join(stack, sub.no),
      (stack) => join(stack, sub.yes),
    );
  }
  // Any number of satisfied parts other than k dissatisfies it. The canonical number is zero.
  const others = best.flatMap((stack, count) => (count === k ? [] : [count === 0 ? stack : malleable(stack)]));
  return { no: choose(...others), yes: best[k] };
}

/** Extends the best stacks with 0 … n satisfied parts to those with 0 … n + 1. */
function grow(best: Option[], without: (stack: Option) => Option, including: (stack: Option) => Option): Option[] {
  return Array.from({ length: best.length + 1 }, (_, count) => {
    if (count === 0) return without(best[0]);
    const added = including(best[count - 1]);
    return count === best.length ? added : choose(without(best[count]), added);
  });
}

function element(bytes: Uint8Array): Stack {
  return { items: bytes, size: bytes.length + 1, signed: false, malleable: false };
}

function signed(signature: Uint8Array | undefined): Option {
  return signature && { ...element(signature), signed: true };
}

function malleable(stack: Option): Option {
  return stack && { ...stack, malleable: true };
}

function join(a: Option, b: Option): Option {
  if (a === undefined || b === undefined) return undefined;
  const items = a.items === undefined ? b.items : b.items === undefined ? a.items : ([a.items, b.items] as const);
  return { items, size: a.size + b.size, signed: a.signed || b.signed, malleable: a.malleable || b.malleable };
}

/** Chooses the best stack: one that third parties could use without a signature, then a non-malleable one, then the smallest. */
function choose(...options: Option[]): Option {
  return options.reduce((a, b) => {
    if (a === undefined) return b;
    if (b === undefined || (!a.signed && b.signed)) return a;
    if (!b.signed && a.signed) return b;
    const smaller = a.size <= b.size ? a : b;
    if (!a.signed) return { ...smaller, malleable: true };
    if (a.malleable !== b.malleable) return a.malleable ? b : a;
    return smaller;
  });
}
