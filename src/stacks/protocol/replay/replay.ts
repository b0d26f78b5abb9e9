import type { CallTrace, CostProfile } from '../../../clarity/trace.js';
import type { StacksReceipt } from '../receipt/node-receipt.js';
import type { StacksTxReceipt } from '../receipt/receipt.js';
import type { Simulation } from '../trace/simulation.js';

/**
 * A transaction of a running network, the transactions before it in its block, and what the network reported of it. Hashes are hex
 * without 0x.
 */
export type ForkSourceTransaction = {
  block: { id: string; parentId: string };
  index: number;
  /** Those of the block up to and with it, as hex. */
  transactions: string[];
  /** The indexes of those that the network did not execute. */
  skipped: number[];
  /** Its receipt, or why there is none. */
  reported: StacksReceipt | { reason: string };
};

/** The parts of a receipt that are compared. */
export const REPLAY_PARTS = ['status', 'result', 'events', 'cost'] as const;
export type ReplayPart = (typeof REPLAY_PARTS)[number];

/** Where a replay is not what the network reported, as text. An event is named by its place in the list. */
export type ReplayDifference = { part: ReplayPart; replayed: string; reported: string };

/** What a transaction of a running network did when it was executed again in the state of its block. */
export type StacksReplay = Pick<StacksTxReceipt, 'txid' | 'block' | 'status' | 'result' | 'reason' | 'origin' | 'cost'> & {
  /** As a node sends them to its observers, without txid and index. None if it failed. */
  events: Simulation['events'];
  profile: CostProfile;
  /** Whether all that the network reported is equal. */
  isEqual: boolean;
  /** @default none */
  differences: ReplayDifference[];
  /** The parts that the network did not report, so that they are not compared. */
  notReported: ReplayPart[];
} & CallTrace;
