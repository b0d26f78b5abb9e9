import type { FailurePlace } from '../../../clarity/trace.js';

/** How a mined transaction ended. */
export const STATUSES = ['success', 'abort_by_response', 'abort_by_post_condition'] as const;

/**
 * A transaction receipt as a stacks-node event observer gets it (the `transactions` of `POST /new_block`), with its events
 * attached. Hex strings carry 0x.
 */
export type StacksReceipt = {
  txid: string;
  rawTx: string;
  txIndex: number;
  status: (typeof STATUSES)[number];
  /** The serialized Clarity value. */
  rawResult: string;
  /** Each `{type, txid, event_index, committed, <type>: {...}}`, as the node sends them. Many are decoded only when they are read. */
  events: StacksEvents;
  vmError: string | null;
  /** Where in a contract's source `vmError` is. Only the embedded engine knows it: a real node writes `:0:0:` into `vmError`. */
  vmErrorPosition?: SourcePosition | undefined;
  /** The expression that made it fail. Only the embedded engine knows it. */
  origin?: FailurePlace | undefined;
  /** The interface of a contract whose deploy failed after its analysis: a node answers only those of contracts that are there. */
  contractInterface?: object | undefined;
  cost: { readCount: number; readLength: number; runtime: number; writeCount: number; writeLength: number };
  /** Parts that the node did not report, without an event observer: `events` is empty, `cost` is zero. @default all parts are known */
  unknown?: readonly UnknownPart[] | undefined;
};
/** Both count from 1. */
export type SourcePosition = { line: number; column: number };
/** The parts of a receipt that nodes may not report. */
export const UNKNOWN_PARTS = ['events', 'cost', 'reason'] as const;
export type UnknownPart = (typeof UNKNOWN_PARTS)[number];
/** Events in their order. */
export type StacksEvents = Iterable<StacksEvent> & { readonly length: number };
export type StacksEvent = { type: string; txid: string; event_index: number; committed: boolean; [detail: string]: unknown };
