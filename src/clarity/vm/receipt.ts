import { type ContractInterface, interfaceOf } from '../analysis/interface.js';
import { NO_COST } from '../costs/arithmetic.js';
import type { Execution } from '../execution/execution.js';
import type { ExecutionCost } from '../failure.js';
import type { ClarityValue } from '../stacks-js.js';
import type { StateEditor } from '../state/state.js';
import { definitionPlace, failurePlace, placeInSource } from '../trace/failure-place.js';
import type { CallTrace, FailurePlace } from '../trace/types.js';
import { readFailureOf } from '../transaction/outcome.js';
import type { Receipt, Rejection } from '../transaction/receipt.js';
import type { Transaction } from '../transaction/transaction.js';
import type { Value } from '../values/value.js';
import { type ClarityEvent, toEvent } from './event.js';
import { toClarityValue } from './value.js';

/** How a transaction ended. With the option `trace` it has its calls, too. */
export type ClarityReceipt = CallTrace & {
  /**
   * As in receipts of a node; only `success` changes more than nonces and the balance that paid the fee. `rejected`: no block can have the
   * transaction, and nothing changed, for example because of the nonce.
   */
  readonly status: 'success' | 'abort_by_response' | 'abort_by_post_condition' | 'rejected';
  /** `(err none)` if the VM failed; after a failed post-condition what it would have been; undefined if rejected. */
  readonly result: ClarityValue | undefined;
  /** Why it did not succeed: `vm_error` in the words of a node, or why it was rejected. Undefined if a function answered `(err …)`. */
  readonly reason: string | undefined;
  /**
   * The expression that failed, or from which `(err …)` came; for a contract that is not valid its first error. Undefined if no
   * code failed.
   */
  readonly origin: FailurePlace | undefined;
  /** In order. After a failed post-condition those that were undone. */
  readonly events: readonly ClarityEvent[];
  /** The five costs; zeros if rejected. Lengths are bytes. */
  readonly cost: ExecutionCost;
  /** In micro-STX. */
  readonly stxBurned: bigint;
  /**
   * The interface of a contract that was deployed, as `/v2/contracts/interface` answers. Undefined for other transactions and
   * invalid contracts.
   */
  readonly interface: ContractInterface | undefined;
};

/** Describes what a transaction did. @param state after it */
export function toReceipt(outcome: Receipt | Rejection, transaction: Transaction, state: StateEditor, trace: CallTrace): ClarityReceipt {
  const origin = placeOf(outcome, transaction, state);
  if (outcome.type !== 'receipt') {
    const { reason } = outcome;
    const nothing = { events: [], cost: NO_COST, stxBurned: 0n, interface: undefined };
    return { status: 'rejected', result: undefined, reason, origin, ...nothing, ...trace };
  }
  const { status, result, vmError, events, cost, stxBurned, analysis } = outcome;
  return {
    status,
    result: toClarityValue(result),
    reason: vmError,
    origin: status === 'abort_by_response' ? origin : undefined,
    events: events.map(toEvent),
    cost,
    stxBurned,
    interface: analysis && interfaceOf(analysis),
    ...trace,
  };
}

function placeOf(outcome: Receipt | Rejection, { origin, payload }: Transaction, state: StateEditor): FailurePlace | undefined {
  const { failedAt } = outcome;
  if (failedAt !== undefined && 'expression' in failedAt) return failurePlace(failedAt);
  if (failedAt !== undefined && payload.type === 'deploy') return placeInSource(`${origin.text}.${payload.name}`, payload.source, failedAt);
  if (payload.type !== 'call') return undefined;
  // The function was not entered, for example because of its arguments.
  const fn = state.contract(payload.contract)?.functions.get(payload.fn);
  return fn && definitionPlace(fn);
}

/** What a read gave. With the option `trace` it has its calls, too. */
export type ReadResult = CallTrace & {
  /** Undefined if the call failed. */
  readonly result: ClarityValue | undefined;
  /** Why it failed, in the words of a node: `NotReadOnly` for a function that writes. */
  readonly reason: string | undefined;
  /** The expression that failed. */
  readonly origin: FailurePlace | undefined;
  readonly cost: ExecutionCost;
};

/** Runs a read and describes what it gave. */
export function toReadResult(x: Execution, run: () => Value, trace: () => CallTrace): ReadResult {
  try {
    const result = toClarityValue(run());
    return { result, reason: undefined, origin: undefined, cost: x.total(), ...trace() };
  } catch (error) {
    const reason = readFailureOf(error, x);
    const place = x.place();
    return { result: undefined, reason, origin: place && failurePlace(place), cost: x.total(), ...trace() };
  }
}
