import type { Expression } from './expression.js';
import type { Fragment, MiniscriptContext } from './fragment.js';
import { computeType, type MiniscriptType } from './type.js';

/** The parts of an expression. Keys are as in the script: 33 bytes in P2WSH, 32 in a tapscript. */
export type NodeParts = Omit<Expression<Uint8Array>, 'fragment' | 'subs'> & { subs: MiniscriptNode[] };

/** A well-typed expression. */
export type MiniscriptNode = NodeParts & { fragment: Fragment; type: MiniscriptType };

/** Creates an expression, or returns undefined if the types of its parts do not match. */
export function createNode(context: MiniscriptContext, fragment: Fragment, parts: Partial<NodeParts>): MiniscriptNode | undefined {
  const whole = { subs: [], keys: [], k: 0, hash: new Uint8Array(), ...parts };
  const type = computeType(fragment, whole, context);
  return type && { ...whole, fragment, type };
}
