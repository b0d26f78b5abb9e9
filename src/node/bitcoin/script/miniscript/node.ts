import { computeType, type MiniscriptType } from './type.js';

/** Where a script stands, which decides what keys and which multisig it may have. */
export type MiniscriptContext = 'p2wsh' | 'tapscript';

/** The expressions of miniscript (BIP379). Wrappers have the letter that they are written with. */
export type Fragment =
  | '0'
  | '1'
  | 'pk_k'
  | 'pk_h'
  | 'older'
  | 'after'
  | 'sha256'
  | 'hash256'
  | 'ripemd160'
  | 'hash160'
  | 'andor'
  | 'and_v'
  | 'and_b'
  | 'or_b'
  | 'or_c'
  | 'or_d'
  | 'or_i'
  | 'thresh'
  | 'multi'
  | 'multi_a'
  | 'a:'
  | 's:'
  | 'c:'
  | 'd:'
  | 'v:'
  | 'j:'
  | 'n:';

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
