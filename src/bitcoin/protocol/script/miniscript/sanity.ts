// The checks and the words for their failures follow src/script/descriptor.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin
// Core developers; MIT licence.

import { type Expression, fold } from './expression.js';
import type { MiniscriptContext } from './fragment.js';
import { type Resources, resourcesOf, withinLimits } from './limits.js';
import { type Safety, safetyOf } from './safety.js';
import { computeType, type MiniscriptType } from './type.js';

/** `keys` are the names of the keys, undefined if one occurs twice. */
type Facts = { type: MiniscriptType; safety: Safety; resources: Resources; keys: Set<string> | undefined };
/** The first unsafe expression, and Core's words for its fault. */
type Fault<Key> = { node: Expression<Key>; words: string };

/** Core's words for an expression that nothing satisfies. They are a fault of a descriptor, but not of a script. */
export const NOT_SATISFIABLE = ' is not satisfiable';

/**
 * Returns the first subexpression that a descriptor must not contain, or the whole one if it must not stand alone.
 * @param name of a key, equal for equal keys
 */
export function findFault<Key>(root: Expression<Key>, context: MiniscriptContext, name: (key: Key) => string): Fault<Key> | undefined {
  let fault: Fault<Key> | undefined;
  const facts = fold<Expression<Key>, Facts | undefined>(root, (node, subs) => {
    if (fault !== undefined) return undefined;
    const made = factsOf(node, subs, context, name);
    const words = made === undefined ? ' is invalid' : faultOf(made, context, node === root);
    if (words !== undefined) fault = { node, words };
    return made;
  });
  if (fault !== undefined || facts === undefined) return fault;
  if (facts.type.base !== 'B') return { node: root, words: ' is not sane' };
  return facts.resources.stack.yes === undefined ? { node: root, words: NOT_SATISFIABLE } : undefined;
}

function factsOf<Key>(
  node: Expression<Key>,
  parts: (Facts | undefined)[],
  context: MiniscriptContext,
  name: (key: Key) => string,
): Facts | undefined {
  const subs = parts as Facts[];
  const type = computeType(node.fragment, { subs }, context);
  if (type === undefined) return undefined;
  const safety = subs.map((sub) => sub.safety);
  const resources = subs.map((sub) => sub.resources);
  const [only] = subs;
  const keys = subs.length === 1 && node.keys.length === 0 ? only?.keys : joinKeys(subs, node.keys.map(name));
  return { type, safety: safetyOf(node, safety), resources: resourcesOf(node, resources), keys };
}

/** Adds keys to the largest set of some expressions. Returns undefined if one occurs twice. */
function joinKeys(subs: Facts[], added: string[]): Set<string> | undefined {
  const sets = subs.flatMap(({ keys }) => keys ?? []);
  const largest = sets.reduce((a, b) => (a.size >= b.size ? a : b), new Set<string>());
  for (const key of [...sets.filter((set) => set !== largest).flatMap((set) => [...set]), ...added]) {
    if (largest.has(key)) return undefined;
    largest.add(key);
  }
  return largest;
}

/** Returns Core's words for the fault of an expression. The whole one needs a signature. */
function faultOf({ type, safety, resources, keys }: Facts, context: MiniscriptContext, isWhole: boolean): string | undefined {
  if (!safety.m) return ' is not sane: malleable witnesses exist';
  if (isWhole && !safety.s) return ' is not sane: witnesses without signature exist';
  if (safety.locks.mixed) return ' is not sane: contains mixes of timelocks expressed in blocks and seconds';
  if (keys === undefined) return ' is not sane: contains duplicate public keys';
  return withinLimits(resources, context, type.base !== 'V') ? undefined : ' is not sane: needs witnesses that may exceed resource limits';
}
