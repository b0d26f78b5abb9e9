import type { WasmMemory, WasmTable } from '../machine/webassembly.js';
import { otherLayout } from './other-layout.js';
import { viewOf } from './view.js';

/*
 * The VM traces every call, for a function of the SDK that we do not use. To show the callee of a `contract-call?` through a trait, the trace looks up
 * the variable once more, and the transaction pays for it. The VM calls a hook by a table in memory: numbers of functions for drop, before an
 * expression, after it and at the end, with size and alignment after the first.
 */
const TRACER = 1_977_012;
const HOOK = [1082, 288, 16, 1083, 1084, 1085];
const [, , , BEFORE = 0, AFTER = 0] = HOOK;
/** The same with the logger's function at the end, which does nothing. Functions of ours take the place of the two others. */
const OUR_HOOK = [1082, 288, 16, BEFORE, AFTER, 1077];

/** Functions that the VM calls before and after it evaluates an expression. All parameters are addresses. */
export type EvaluationHook = {
  before(hook: number, state: number, context: number, local: number, expression: number): void;
  after(hook: number, state: number, context: number, local: number, expression: number, result: number): void;
};

/**
 * Replaces the trace of calls by a hook: costs are a node's then, and calls are faster.
 * @throws DevnetError INTERNAL if the memory is laid out differently
 */
export function replaceTracer(memory: WasmMemory, functions: WasmTable, hook: { before: unknown; after: unknown }): void {
  const methods = viewOf(memory).words.subarray(TRACER / 4, TRACER / 4 + HOOK.length);
  if (methods.join() !== HOOK.join()) throw otherLayout(`the hook ${methods.join()} instead of ${HOOK.join()}`);
  methods.set(OUR_HOOK);
  functions.set(BEFORE, hook.before);
  functions.set(AFTER, hook.after);
}
