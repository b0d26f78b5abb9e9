import type { ContractAnalysis } from '../../../clarity/analysis.js';
import type { ExecutionCost } from '../../../clarity/failure.js';
import type { StateEditor } from '../../../clarity/state.js';
import type { FailurePlace } from '../../../clarity/trace.js';
import { definitionPlace, failurePlace, placeInSource } from '../../../clarity/trace.js';
import type { Receipt, Rejection, Transaction } from '../../../clarity/transaction.js';
import { displayValue, serialize } from '../../../clarity/values.js';
import type { EncodedEvents } from '../../protocol/receipt/encoded-events.js';
import type { SourcePosition } from '../../protocol/receipt/node-receipt.js';
import { encodeEvents } from './event.js';

/** How a transaction in a block ended. */
export type Result = {
  status: Receipt['status'];
  /** Hex without 0x. */
  rawResult: string;
  /** As `/v3/transaction` shows it, for example `(ok true)`. */
  repr: string;
  events: EncodedEvents;
  vmError: string | null;
  /** Where the source of a deploy is wrong. */
  errorPosition?: SourcePosition | undefined;
  /** The expression that made it fail, if one did. */
  origin?: FailurePlace | undefined;
  cost: ExecutionCost;
  /** Of the contract of a deploy, unless the analysis failed. */
  analysis?: ContractAnalysis | undefined;
};

/** Why a transaction cannot be in a block: it had no effect. */
export type Refusal = {
  status: 'invalid';
  /** Of a transaction that the VM rejected. */
  type?: Rejection['type'];
  reason: string;
  /** It stays in the mempool: a later block may have it. */
  staysPending?: boolean | undefined;
  /** It exceeds the limit of a whole block. */
  tooExpensive?: boolean | undefined;
  origin?: FailurePlace | undefined;
};

/** Describes what a transaction did in a state. */
export function resultOf(receipt: Receipt, transaction: Transaction, state: StateEditor): Result {
  const { status, result, events, vmError, cost, failedAt, analysis } = receipt;
  const described: Result = {
    status,
    rawResult: Buffer.from(serialize(result)).toString('hex'),
    repr: displayValue(result),
    events: encodeEvents(events),
    vmError: vmError ?? null,
    cost,
    analysis,
  };
  if (status !== 'abort_by_response') return described;
  if (failedAt !== undefined && 'startLine' in failedAt) {
    described.errorPosition = { line: failedAt.startLine, column: failedAt.startColumn };
  }
  return { ...described, ...placeOf(receipt, transaction, state) };
}

/**
 * Rejections that leave a transaction in the mempool (`InvalidStacksTransaction(_, false)` of stacks-core, for example a
 * duplicate contract).
 * All others are problematic, for example a fee or a transfer that cannot be paid
 * (`is_problematic`, stackslib/src/chainstate/stacks/miner.rs).
 */
const STAYING: ReadonlySet<Rejection['type']> = new Set(['nonce', 'invalid']);

/** Describes why a transaction cannot be in a block. */
export function refusalOf(rejection: Rejection, transaction: Transaction, state: StateEditor): Refusal {
  const { type, reason } = rejection;
  return {
    status: 'invalid',
    type,
    reason,
    ...(STAYING.has(type) && { staysPending: true }),
    ...(type === 'too-expensive' && { tooExpensive: true }),
    ...placeOf(rejection, transaction, state),
  };
}

function placeOf({ failedAt }: Pick<Receipt, 'failedAt'>, { origin, payload }: Transaction, state: StateEditor): { origin?: FailurePlace } {
  if (failedAt !== undefined && 'expression' in failedAt) return { origin: failurePlace(failedAt) };
  if (failedAt !== undefined && payload.type === 'deploy')
    return { origin: placeInSource(`${origin.text}.${payload.name}`, payload.source, failedAt) };
  if (payload.type !== 'call') return {};
  // The function was not entered, for example because of its arguments.
  const fn = state.contract(payload.contract)?.functions.get(payload.fn);
  return fn === undefined ? {} : { origin: definitionPlace(fn) };
}
