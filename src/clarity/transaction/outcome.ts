import { StaticFailure } from '../analysis/static-failure.js';
import type { Epoch } from '../epoch.js';
import { EarlyReturn, type Execution } from '../execution/execution.js';
import { atRunTime, CheckFailure, CostFailure, Failure, InternalFailure, RuntimeFailure, TypeFailure } from '../failure.js';
import { ParseFailure } from '../syntax/parse-failure.js';
import { debugValue } from '../values/debug.js';

/**
 * What a failure of code means for its transaction (`handle_clarity_runtime_error`, stackslib/src/chainstate/stacks/db/transactions.rs):
 * it is in a block and aborted, its costs exceed a limit, or no block can have it.
 */
export type FailureOutcome =
  | { readonly type: 'aborted'; readonly vmError: string }
  | { readonly type: 'too-expensive'; readonly reason: string }
  | { readonly type: 'rejected'; readonly reason: string };

/** Checks that the analysis should have made, and broken invariants. */
const INVALIDATING = new Set(['Unreachable', 'RestrictAssetsMemoryExceeded', 'PoxStxAssetMapOverwrite']);
/** Of the failures of costs, these abort as if they were failed checks. */
const ABORTING_COSTS = new Set(['MemoryBalanceExceeded', 'CostComputationFailed']);

/**
 * What it means that a contract cannot be parsed or does not pass the analysis. There, too much memory is a limit like another.
 * @throws the error itself if it is none of Clarity
 */
export function analysisOutcomeOf(error: unknown, epoch: Epoch): FailureOutcome {
  if (error instanceof CostFailure) return { type: 'too-expensive', reason: error.message };
  if (!(error instanceof ParseFailure || error instanceof StaticFailure)) throw error;
  if (error.rejectsIn(epoch)) return { type: 'rejected', reason: error.message };
  return { type: 'aborted', vmError: error.vmError };
}

/** @throws the error itself if it is none of Clarity */
export function outcomeOf(error: unknown): FailureOutcome {
  if (error instanceof EarlyReturn) return { type: 'aborted', vmError: `EarlyReturn(${error.name}(${debugValue(error.value)}))` };
  if (error instanceof TypeFailure) return outcomeOf(atRunTime(error));
  if (!(error instanceof Failure)) throw error;
  if (error instanceof CostFailure && !ABORTING_COSTS.has(error.name)) return { type: 'too-expensive', reason: error.message };
  if (error instanceof InternalFailure) return { type: 'rejected', reason: `Internal(${error.message})` };
  if (error instanceof CheckFailure && INVALIDATING.has(error.name)) return { type: 'rejected', reason: `RuntimeCheck(${error.message})` };
  if (error instanceof CheckFailure || error instanceof RuntimeFailure || error instanceof CostFailure)
    return { type: 'aborted', vmError: error.message };
  throw error;
}

/**
 * Returns why a read failed, as `POST /v2/contracts/call-read` reports it (stackslib/src/net/api/callreadonly.rs). Its limit allows
 * no writes.
 * @throws the error itself if it is none of Clarity
 */
export function readFailureOf(error: unknown, x: Execution): string {
  if (error instanceof CostFailure && error.name === 'CostBalanceExceeded' && x.writeCount > 0) return 'NotReadOnly';
  if (error instanceof CostFailure || error instanceof CheckFailure) return `RuntimeCheck(${error.message})`;
  const outcome = outcomeOf(error);
  return outcome.type === 'aborted' ? outcome.vmError : outcome.reason;
}
