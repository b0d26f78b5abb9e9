import { EarlyReturn } from '../execution/execution.js';
import { atRunTime, CheckFailure, CostFailure, Failure, InternalFailure, RuntimeFailure, TypeFailure } from '../failure.js';
import { debugValue } from '../values/debug.js';

/**
 * What a failure of code means for its transaction (`handle_clarity_runtime_error`, stackslib/src/chainstate/stacks/db/transactions.rs):
 * it is in a block and aborted, its costs exceed a limit, or no block can have it.
 */
export type FailureOutcome =
  | { readonly type: 'aborted'; readonly vmError: string }
  | { readonly type: 'too-expensive'; readonly reason: string }
  | { readonly type: 'invalid'; readonly reason: string };

/** Checks that the analysis should have made, and broken invariants. */
const INVALIDATING = new Set(['Unreachable', 'RestrictAssetsMemoryExceeded', 'PoxStxAssetMapOverwrite']);
/** Of the failures of costs, these abort as if they were failed checks. */
const ABORTING_COSTS = new Set(['MemoryBalanceExceeded', 'CostComputationFailed']);

/** @throws the error itself if it is none of Clarity */
export function outcomeOf(error: unknown): FailureOutcome {
  if (error instanceof EarlyReturn) return { type: 'aborted', vmError: `EarlyReturn(${error.name}(${debugValue(error.value)}))` };
  if (error instanceof TypeFailure) return outcomeOf(atRunTime(error));
  if (!(error instanceof Failure)) throw error;
  if (error instanceof CostFailure && !ABORTING_COSTS.has(error.name)) return { type: 'too-expensive', reason: error.message };
  if (error instanceof InternalFailure) return { type: 'invalid', reason: `Internal(${error.message})` };
  if (error instanceof CheckFailure && INVALIDATING.has(error.name)) return { type: 'invalid', reason: `RuntimeCheck(${error.message})` };
  if (error instanceof CheckFailure || error instanceof RuntimeFailure || error instanceof CostFailure)
    return { type: 'aborted', vmError: error.message };
  throw error;
}
