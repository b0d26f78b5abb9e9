import type { Fragment, MiniscriptContext } from './fragment.js';
import { computeType, type MiniscriptType } from './type.js';

/** The parts of an expression. */
export type NodeParts = {
  subs: MiniscriptNode[];
  /** Bytes as in the script: 33 in a P2WSH script, 32 in a tapscript. */
  keys: Uint8Array[];
  /** A threshold, or a lock time. */
  k: number;
  /** The hash of a required preimage. */
  hash: Uint8Array;
};

/** A well-typed expression. */
export type MiniscriptNode = NodeParts & { fragment: Fragment; type: MiniscriptType };

/** Creates an expression, or returns undefined if the types of its parts do not match. */
export function createNode(context: MiniscriptContext, fragment: Fragment, parts: Partial<NodeParts>): MiniscriptNode | undefined {
  const whole = { subs: [], keys: [], k: 0, hash: new Uint8Array(), ...parts };
  const type = computeType(fragment, whole, context);
  return type && { ...whole, fragment, type };
}
