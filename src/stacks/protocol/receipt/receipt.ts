import type { FailurePlace } from '../../../clarity/trace.js';
import { displayValue, parseValueHex } from '../../../clarity/values.js';
import { formatFailurePlace } from '../trace/format-failure-place.js';
import type { DecodedEvent } from './contract-event.js';
import { deployFailure } from './deploy-failure.js';
import { explainError } from './explain-error.js';
import { withEvents } from './lazy-events.js';
import type { StacksReceipt, UnknownPart } from './node-receipt.js';

/** A Stacks block that holds a transaction: `hash` is the index block hash with 0x, `burnHeight` the Bitcoin block of its tenure. */
export type StacksBlockRef = { height: number; hash: string; burnHeight: number };

/** What a Stacks transaction did. */
export type StacksTxReceipt = {
  /** With 0x. */
  txid: string;
  status: 'success' | 'abort_by_response' | 'abort_by_post_condition';
  /** What the transaction answered: the serialized Clarity value, with 0x, and as Clarity writes it. */
  result: { hex: string; repr: string };
  /** Why it aborted, in words. */
  reason?: string | undefined;
  /** The expression that made it fail; absent if it succeeded, if no expression did, or if the engine does not report it. */
  origin?: FailurePlace | undefined;
  /** In the order of their `event_index`, as the node sends them to its observers; what a contract printed has its decoded `value`, too. */
  events: DecodedEvent[];
  /** What the execution cost, in Clarity's units. */
  cost: { readCount: number; readLength: number; runtime: number; writeCount: number; writeLength: number };
  block: StacksBlockRef;
  /**
   * Parts that the nodes did not report, on the external engine: `events` is empty, `cost` is zero, `reason` is general. @default all parts
   * are known
   */
  unknown?: readonly UnknownPart[] | undefined;
};

/** A receipt, and how many Bitcoin blocks are on top of the one that the transaction's tenure belongs to. */
export type AnchoredReceipt = StacksTxReceipt & { confirmations: number };

/** The receipt that users read, made from the one that the node gives its observers. */
export function readReceipt(receipt: StacksReceipt, block: StacksBlockRef): StacksTxReceipt {
  const failure = deployFailure(receipt);
  const origin = failure?.origin ?? receipt.origin;
  const value = parseValueHex(receipt.rawResult);
  // A value nested deeper than the reader goes is shown as it is serialized.
  const text = value === undefined ? receipt.rawResult : displayValue(value);
  const parts = {
    txid: receipt.txid,
    status: receipt.status,
    result: { hex: receipt.rawResult, repr: text },
    events: [],
    cost: receipt.cost,
    block,
    ...(origin && { origin }),
    ...(receipt.unknown && { unknown: receipt.unknown }),
  };
  if (receipt.status === 'success') return withEvents(parts, receipt.events);
  const reason = failure === undefined ? abortReason(receipt, text) : `${NOT_DEPLOYED}: ${failure.text}`;
  return withEvents({ ...parts, reason: `${reason}${explainError(receipt.vmError ?? '')}${failure?.lines ?? ''}` }, receipt.events);
}

const NOT_DEPLOYED = 'the contract was not deployed, and only the fee was charged';

function abortReason(receipt: StacksReceipt, result: string): string {
  const detail = receipt.vmError === null || receipt.vmError === '' ? '' : `: ${receipt.vmError}`;
  if (receipt.status === 'abort_by_post_condition') {
    return `a post-condition was not met, so everything but the fee was rolled back${detail}`;
  }
  if (receipt.unknown?.includes('reason')) {
    return `the contract answered ${result} or failed at runtime, so everything but the fee was rolled back`;
  }
  const from = receipt.origin === undefined ? '' : ` from ${formatFailurePlace(receipt.origin)}`;
  if (detail === '') return `the contract answered ${result}${from}, so everything but the fee was rolled back`;
  return `the contract failed at runtime, so everything but the fee was rolled back${detail}${from}`;
}
