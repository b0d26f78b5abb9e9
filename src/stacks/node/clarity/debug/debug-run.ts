import type { Pace } from '../../../../clarity/costs.js';
import type { DebugAnswer, DebugQuestion } from '../../../../clarity/debug.js';
import { answerDebugger, type Ended, type Execute } from '../../../../clarity/debug.js';
import type { ExecutionCost } from '../../../../clarity/failure.js';
import type { Transaction } from '../../../../clarity/transaction.js';
import { displayValue } from '../../../../clarity/values.js';
import { BlockExecution } from '../block-execution.js';
import { callReadOnly, type Position, type ReadCall } from '../reads.js';

/** What is debugged: a transaction in a block of which `spent` is used, or a call without an effect. */
export type DebugSubject =
  | {
      readonly type: 'transaction';
      readonly transaction: Transaction;
      readonly limit: ExecutionCost;
      readonly spent: ExecutionCost | undefined;
    }
  | { readonly type: 'read'; readonly call: ReadCall };

/** An execution with what it is, for people. */
export type Subject = { readonly position: Position; readonly subject: DebugSubject; readonly title: string };

/** Answers a question about an execution. `position` has rules whose code reports its evaluations. @throws what `pace` throws */
export function debugRun(position: Position, subject: DebugSubject, question: DebugQuestion, pace: Pace): DebugAnswer {
  const execute: Execute = subject.type === 'read' ? read(position, subject.call, pace) : transact(position, subject, pace);
  return answerDebugger(question, execute, pace);
}

function read(position: Position, call: ReadCall, pace: Pace): Execute {
  return (tracer) => {
    const result = callReadOnly(position, { ...call, pace, tracer });
    if (!result.okay) return { text: result.cause, hasFailed: true };
    const { value } = result;
    return { text: displayValue(value), hasFailed: value.kind === 'response' && !value.isOk };
  };
}

function transact(
  { state, ...environment }: Position,
  { transaction, limit, spent }: Extract<DebugSubject, { type: 'transaction' }>,
  pace: Pace,
): Execute {
  return (tracer): Ended => {
    const result = new BlockExecution(state, { ...environment, limit }, spent).run(transaction, { pace, tracer });
    if (result.status === 'postponed') return { text: 'does not fit into this block', hasFailed: false };
    if (result.status === 'invalid') return { text: result.reason, hasFailed: true, origin: result.origin };
    const { status, repr, vmError, origin } = result;
    if (status === 'success') return { text: repr, hasFailed: false };
    return { text: `${status}: ${vmError ?? repr}`, hasFailed: true, origin };
  };
}
