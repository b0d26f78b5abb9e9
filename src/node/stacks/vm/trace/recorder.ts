import type { CallTrace } from '../../../../chains/stacks/trace/types.js';
import type { Counter } from '../coverage/counter.js';
import type { WasmMemory } from '../machine/webassembly.js';
import type { EvaluationHook } from '../memory/tracer.js';
import { liveView } from '../memory/view.js';
import { type Calls, createCalls } from './calls.js';
import { createContractNames } from './contract-names.js';
import { createFailures, type Failure } from './failures.js';
import { createOutlines, type OutlineOf } from './outlines.js';

/** Watches what a VM evaluates. Failures are always recorded, calls only on request. */
export type Recorder = {
  readonly hook: EvaluationHook;
  /** Whether executions that begin from now on record their calls. @default false */
  recordsCalls: boolean;
  /** Begins an execution: forgets what was recorded. */
  begin(outlineOf: OutlineOf): void;
  /** The outermost failure that nothing handled; undefined if no expression failed. */
  failure(): Failure | undefined;
  calls(): CallTrace;
  /** Outlines a source. */
  readonly outline: ReturnType<typeof createOutlines>;
};

/** @param counter is called at each evaluation */
export function createRecorder(memory: () => WasmMemory, counter?: Counter): Recorder {
  const current = liveView(memory);
  let depth = 0;
  const contractOf = createContractNames();
  let failures = createFailures(contractOf);
  let calls: Calls | undefined;

  const recorder: Recorder = {
    recordsCalls: false,
    hook: {
      before(_hook, _state, context, local, expression) {
        depth++;
        counter?.before(memory(), context, expression);
        calls?.before(current(), context, local, expression);
      },
      after(_hook, _state, context, _local, expression, result) {
        const now = current();
        failures.after(now, depth, context, expression, result);
        calls?.after(now, result);
        depth--;
      },
    },
    begin(outlineOf) {
      depth = 0;
      failures = createFailures(contractOf);
      calls = recorder.recordsCalls ? createCalls(outlineOf, contractOf) : undefined;
    },
    failure: () => failures.list.at(-1),
    calls: () => calls?.result() ?? {},
    outline: createOutlines(),
  };
  return recorder;
}
