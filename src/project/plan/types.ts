import type { Place } from '../clarinet/problem.js';
import type { ClarityEpoch } from '../clarinet/types.js';

/** The plan that is followed without a setting, relative to the root of the project. */
export const DEFAULT_PLAN = 'deployments/default.devnet-plan.yaml';

/** A deployment plan, as a file or a project gives it. Nothing of it is sent yet. */
export type Plan = {
  /** The file, relative to the root of the project; undefined for a plan that a project gives. */
  file: string | undefined;
  batches: readonly PlanBatch[];
};

/** Transactions that are sent together. */
export type PlanBatch = {
  /** The first epoch in which the batch can run. @default any */
  epoch: ClarityEpoch | undefined;
  transactions: readonly PlanTransaction[];
  place: Place;
};

/** One transaction of a plan. Amounts are in micro-STX or sats. */
export type PlanTransaction = ContractPublish | RequirementPublish | ContractCall | StxTransfer | BtcTransfer;

type InPlan = {
  /** Where it is in the plan. */
  place: Place;
  /** Returns where a key of it is. */
  placeOf(key: string): Place;
};
/** `cost` is the fee; undefined if the plan has none. */
type Signed = InPlan & { sender: string; cost: bigint | undefined };
type Publish = {
  /** The file, relative to the root of the project if it is inside. */
  path: string;
  /** @default that of the project's contract, else the newest of the epoch */
  clarityVersion: number | undefined;
};

export type ContractPublish = Signed & Publish & { type: 'contract-publish'; name: string };
/** `remaps` replaces principals in the source, in order. The sender publishes the contract under its own address. */
export type RequirementPublish = Signed & Publish & { type: 'requirement-publish'; contractId: string; remaps: readonly Remap[] };
/** `parameters` are Clarity values as text. */
export type ContractCall = Signed & { type: 'contract-call'; contractId: string; method: string; parameters: readonly string[] };
type StxTransfer = Signed & { type: 'stx-transfer'; recipient: string; amount: bigint; memo: Uint8Array };
export type BtcTransfer = InPlan & { type: 'btc-transfer'; sender: string; recipient: string; amount: bigint; satsPerByte: bigint };

/** A text that becomes another. */
export type Remap = { from: string; to: string };
