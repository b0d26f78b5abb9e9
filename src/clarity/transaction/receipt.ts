import type { ContractAnalysis } from '../analysis/contract-analysis.js';
import type { ContractEvent } from '../execution/event.js';
import type { Place } from '../execution/observation.js';
import type { ExecutionCost } from '../failure.js';
import type { Span } from '../syntax/expression.js';
import type { Value } from '../values/value.js';

/** What a transaction did that is in a block (`StacksTransactionReceipt`, stackslib/src/chainstate/stacks/events.rs). */
export type Receipt = {
  readonly type: 'receipt';
  readonly status: 'success' | 'abort_by_response' | 'abort_by_post_condition';
  /** `(err none)` after a failure; after a failed post-condition what it would have been. */
  readonly result: Value;
  /** In order. After a failed post-condition those that were undone. */
  readonly events: readonly ContractEvent[];
  /** In micro-STX. */
  readonly stxBurned: bigint;
  readonly cost: ExecutionCost;
  /** Why it was aborted, except by its own response. */
  readonly vmError: string | undefined;
  /** Where it failed, or where the `(err …)` of its response came from; for the source of a deploy, where that is wrong. */
  readonly failedAt?: Place | Span | undefined;
  /** What is known of the contract of a deploy, unless the analysis failed. */
  readonly analysis?: ContractAnalysis | undefined;
};

/**
 * A transaction that no block can have, or not this one: it had no effect, and no fee was paid. `invalid` is what stacks-core finds by
 * itself (`InvalidStacksTransaction`), `rejected` what the VM reports.
 */
export type Rejection = {
  readonly type: 'nonce' | 'fee' | 'balance' | 'invalid' | 'rejected' | 'too-expensive';
  readonly reason: string;
  /** Where it failed, if code did. */
  readonly failedAt?: Place | Span | undefined;
};
