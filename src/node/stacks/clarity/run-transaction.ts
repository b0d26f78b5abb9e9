import type { CallTrace } from '../../../chains/stacks/trace/types.js';
import type { Pace } from '../../../clarity/costs/tracker.js';
import { CallRecorder } from '../../../clarity/trace/call-recorder.js';
import type { Transaction } from '../../../clarity/transaction/transaction.js';
import type { BlockExecution, Postponement } from './block-execution.js';
import type { Refusal, Result } from './result.js';

/** How a transaction ended, and its calls if they were recorded. */
export type Observed = { result: Result | Refusal | Postponement; trace?: CallTrace | undefined };

/**
 * Executes a transaction in a block, and records its calls if asked to.
 * @throws what `pace` throws: nothing has happened then
 */
export function runTransaction(execution: BlockExecution, transaction: Transaction, options: { traces: boolean; pace?: Pace }): Observed {
  const { traces, pace } = options;
  if (!traces) return { result: execution.run(transaction, { pace }) };
  const { origin, payload } = transaction;
  const tracer = new CallRecorder(payload.type === 'deploy' ? `${origin.text}.${payload.name}` : undefined);
  const result = execution.run(transaction, { pace, tracer });
  return { result, trace: tracer.result() };
}
