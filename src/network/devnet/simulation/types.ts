import type { StepsOutcome } from '../../../stacks/trace.js';
import type { ClarityArgument } from '../trace.js';

/** An amount or nonce: a whole number, over HTTP also as decimal digits. */
type Whole = bigint | number | string;

/** A change before the first step. */
export type SimulationOverride =
  /** What a principal can spend, in micro-STX. */
  | { type: 'stx-balance'; principal: string; amount: Whole }
  | { type: 'nonce'; principal: string; nonce: Whole }
  | { type: 'data-var'; contract: string; name: string; value: ClarityArgument }
  /** Without a value, the entry is deleted. */
  | { type: 'map-entry'; contract: string; map: string; key: ClarityArgument; value?: ClarityArgument | undefined }
  | { type: 'ft-balance'; contract: string; token: string; principal: string; amount: Whole }
  /** Data of the contract stays where names and types are equal. @param clarityVersion 1 … 6 @default that of the code before */
  | { type: 'contract-code'; contract: string; source: string; clarityVersion?: number | undefined }
  /** Without an owner, the asset does not exist. */
  | { type: 'nft-owner'; contract: string; token: string; id: ClarityArgument; owner?: string | undefined };

/** One step of a simulation. Senders are any accounts: nothing is signed, and unsigned transactions cost no fee. */
export type SimulateStep =
  | { type: 'call'; sender: string; contract: string; function: string; args?: readonly ClarityArgument[] | undefined }
  | { type: 'transfer'; sender: string; recipient: string; amount: Whole }
  | { type: 'deploy'; sender: string; name: string; source: string; clarityVersion?: number | undefined }
  /** A serialized transaction as hex. Its signature and nonce do not count. */
  | { type: 'transaction'; transaction: string }
  /** An expression in a contract, with its private functions, variables and maps, or in none. It has no effect. */
  | { type: 'evaluate'; expression: string; contract?: string | undefined; sender?: string | undefined }
  /** Ends the block; later steps are in the next one. @param bitcoin,stacks how many blocks; one of them */
  | { type: 'mine'; bitcoin?: number | undefined; stacks?: number | undefined };

export type SimulateSteps = {
  /** The Stacks height whose state the steps begin with; of a fork, also one of its origin. @default the tip */
  at?: number | undefined;
  /** @default none */
  overrides?: readonly SimulationOverride[] | undefined;
  steps: readonly SimulateStep[];
};

export type StacksSteps = StepsOutcome;
