import { type Expression, NO_PARTS } from './expression.js';
import type { Fragment, MiniscriptContext } from './fragment.js';
import { computeType, type MiniscriptType } from './type.js';

/** The parts of an expression. Keys are as in the script: 33 bytes in P2WSH, 32 in a tapscript. */
export type NodeParts = Omit<Expression<Uint8Array>, 'fragment' | 'subs'> & { subs: MiniscriptNode[] };

/** A well-typed expression. */
export type MiniscriptNode = NodeParts & { fragment: Fragment; type: MiniscriptType };

/** Creates an expression, or returns undefined if the types of its parts do not match. */
export function createNode(context: MiniscriptContext, fragment: Fragment, parts: Partial<NodeParts>): MiniscriptNode | undefined {
  const { subs = NO_PARTS.list, keys = NO_PARTS.list, k = 0, hash = NO_PARTS.hash } = parts;
  const type = computeType(fragment, { subs }, context);
  return type && { fragment, type, subs, keys, k, hash };
}
