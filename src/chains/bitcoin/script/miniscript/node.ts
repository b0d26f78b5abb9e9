import type { Fragment, MiniscriptContext } from './fragment.js';
import { computeType, type MiniscriptType } from './type.js';

/** What an expression is made of. */
export type NodeParts = {
  subs: MiniscriptNode[];
  /** Bytes as they are in the script: 33 in a P2WSH script, 32 in a tapscript. */
  keys: Uint8Array[];
  /** A threshold, or a lock time. */
  k: number;
  /** The hash that a preimage is asked for. */
  hash: Uint8Array;
};

/** An expression that is well typed. */
export type MiniscriptNode = NodeParts & { fragment: Fragment; type: MiniscriptType };

/** An expression of these parts; undefined when their types do not fit. */
export function createNode(context: MiniscriptContext, fragment: Fragment, parts: Partial<NodeParts>): MiniscriptNode | undefined {
  const whole = { subs: [], keys: [], k: 0, hash: new Uint8Array(), ...parts };
  const type = computeType(fragment, whole, context);
  return type && { ...whole, fragment, type };
}
