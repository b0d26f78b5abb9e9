import type { Code } from '../execution/execution.js';

/**
 * Code that gives a value, perhaps by reference, and code that gives an own one. They differ for variables: from epoch 3.4 on, only who
 * needs an own value pays for a copy (`ValueRef` and `clone_with_cost`, clarity/src/vm/mod.rs).
 */
export type Compiled = { readonly ref: Code; readonly owned: Code };

/** Returns code whose value nobody else has. */
export function plain(code: Code): Compiled {
  return { ref: code, owned: code };
}
