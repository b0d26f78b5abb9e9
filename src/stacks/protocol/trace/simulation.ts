import type { CallTrace } from '../../../clarity/trace.js';
import type { StacksEvent } from '../receipt/node-receipt.js';
import type { StacksTxReceipt } from '../receipt/receipt.js';

/** What to simulate: a call by any account, with serialized values as hex without 0x, or a serialized transaction. */
export type SimulationRequest =
  | { type: 'call'; sender: string; contract: string; fn: string; args: readonly string[] }
  | { type: 'transaction'; raw: Buffer };

/** What a transaction would do in the state of the tip, and the calls that it would make, if the engine reports them. */
export type Simulation = Pick<StacksTxReceipt, 'result' | 'reason' | 'origin' | 'cost'> & {
  /** `rejected`: a node would never put it into a block; `reason` says why. */
  status: StacksTxReceipt['status'] | 'rejected';
  /** As a node sends them to its observers, without txid and index. None if it fails. */
  events: { type: string; [detail: string]: unknown }[];
} & CallTrace;

/** Returns an event as a simulation has it. */
export function withoutPlace({
  txid: _txid,
  event_index: _index,
  committed: _committed,
  ...event
}: StacksEvent): Simulation['events'][number] {
  return event;
}
