import type { WasmMemory } from '../machine/webassembly.js';
import { otherLayout } from './other-layout.js';
import { viewOf } from './view.js';

/*
 * The VM traces every call, for a function of the SDK that we do not use. To show the callee of a `contract-call?` through a trait, the trace looks up
 * the variable once more, and the transaction pays for it. The VM calls a hook by a table in memory: numbers of functions for drop, before an
 * expression, after it and at the end, with size and alignment after the first.
 */
const TRACER = 1_977_012;
const HOOK = [1082, 288, 16, 1083, 1084, 1085];
/** The same with those functions of the other hooks that do nothing: the logger's, that of the test coverage after an expression, the logger's. */
const IDLE_HOOK = [1082, 288, 16, 1075, 1073, 1077];

/** Stops the trace of calls: costs are a node's then, and calls are faster. @throws DevnetError INTERNAL if the memory is laid out differently */
export function stopTracing(memory: WasmMemory): void {
  const methods = viewOf(memory).words.subarray(TRACER / 4, TRACER / 4 + HOOK.length);
  if (methods.join() !== HOOK.join()) throw otherLayout(`the hook ${methods.join()} instead of ${HOOK.join()}`);
  methods.set(IDLE_HOOK);
}
