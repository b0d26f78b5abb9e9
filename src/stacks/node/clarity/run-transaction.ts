import type { Pace } from '../../../clarity/costs.js';
import { NO_COST } from '../../../clarity/costs.js';
import type { CallTrace, CostProfile } from '../../../clarity/trace.js';
import { CallRecorder, CostRecorder, type ProfileRoot } from '../../../clarity/trace.js';
import type { Transaction } from '../../../clarity/transaction.js';
import type { BlockExecution, Postponement } from './block-execution.js';
import type { Refusal, Result } from './result.js';

/** What is recorded of a transaction: its calls, or what each function and line costs. */
export type Recording = 'calls' | 'costs';

/** How a transaction ended, and what was recorded. A profile is of a transaction that is in the block. */
export type Observed = { result: Result | Refusal | Postponement; trace?: CallTrace | undefined; profile?: CostProfile | undefined };

/**
 * Executes a transaction in a block.
 * @param options.records @default nothing
 * @throws what `pace` throws: nothing has happened then
 */
export function runTransaction(
  execution: BlockExecution,
  transaction: Transaction,
  { records, pace }: { records?: Recording | undefined; pace?: Pace | undefined },
): Observed {
  if (records === undefined) return { result: execution.run(transaction, { pace }) };
  return records === 'calls' ? recordCalls(execution, transaction, pace) : recordCosts(execution, transaction, pace);
}

function recordCalls(execution: BlockExecution, transaction: Transaction, pace: Pace | undefined): Observed {
  const { origin, payload } = transaction;
  const tracer = new CallRecorder(payload.type === 'deploy' ? `${origin.text}.${payload.name}` : undefined);
  const result = execution.run(transaction, { pace, tracer });
  return { result, trace: tracer.result() };
}

function recordCosts(execution: BlockExecution, transaction: Transaction, pace: Pace | undefined): Observed {
  const root = rootOf(transaction);
  const tracer = root && new CostRecorder(root, execution.standing.spent ?? NO_COST);
  const result = execution.run(transaction, { pace, tracer });
  if (!('cost' in result)) return { result };
  return { result, profile: tracer?.result(result.cost) ?? { cost: result.cost, functions: [], lines: [] } };
}

function rootOf({ origin, payload }: Transaction): ProfileRoot | undefined {
  switch (payload.type) {
    case 'transfer':
      return undefined;
    case 'call':
      return { contract: payload.contract.text, function: payload.fn };
    case 'deploy':
      return { contract: `${origin.text}.${payload.name}` };
  }
}
