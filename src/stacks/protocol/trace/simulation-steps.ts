import type { StateChange } from '../../state-change.js';
import type { Simulation } from './simulation.js';

/** One step of a simulation, checked. Values are serialized as hex without 0x. */
export type SimulationStep =
  | { type: 'call'; sender: string; contract: string; fn: string; args: readonly string[] }
  | { type: 'transfer'; sender: string; recipient: string; amount: bigint }
  | { type: 'deploy'; sender: string; name: string; source: string; clarityVersion: number | undefined }
  | { type: 'transaction'; raw: Buffer }
  | { type: 'evaluate'; sender: string; contract: string | undefined; expression: string }
  | { type: 'mine'; chain: 'bitcoin' | 'stacks'; blocks: number };

/** Other code of a contract. @param clarityVersion the version of the code before, if undefined */
export type ContractOverride = { type: 'contract-code'; contract: string; source: string; clarityVersion: number | undefined };

/** What to simulate: steps on the state after a block, with changes before the first one. */
export type StepsRequest = {
  /** The Stacks height; of a fork, also one of its origin. @default the tip */
  at: number | undefined;
  overrides: readonly (StateChange | ContractOverride)[];
  steps: readonly SimulationStep[];
};

/**
 * Something that a step changed. Values are as Clarity writes them, amounts are decimal digits; what did not exist before, or does not
 * afterwards, is absent.
 */
export type StateDifference =
  | { type: 'contract'; contract: string }
  | { type: 'account'; principal: string; field: 'balance' | 'locked' | 'nonce'; before: string; after: string }
  | { type: 'data-var'; contract: string; name: string; before?: string | undefined; after: string }
  | { type: 'map-entry'; contract: string; map: string; key: string; before?: string | undefined; after?: string | undefined }
  | { type: 'ft-balance'; contract: string; token: string; principal: string; before: string; after: string }
  | { type: 'ft-supply'; contract: string; token: string; before?: string | undefined; after: string }
  | { type: 'nft-owner'; contract: string; token: string; id: string; before?: string | undefined; after?: string | undefined };

/** What a step did. */
export type StepOutcome =
  | ({ type: 'call' | 'transfer' | 'deploy' | 'transaction'; changes: StateDifference[] } & Simulation)
  | ({ type: 'evaluate' } & Pick<Simulation, 'cost' | 'reason'> & { status: 'success' | 'failed'; result: Simulation['result'] })
  | { type: 'mine'; block: SimulatedBlock; changes: StateDifference[] };

/** The tip after a step, of which nothing is left. */
export type SimulatedBlock = { height: number; burnHeight: number };

export type StepsOutcome = { at: SimulatedBlock; steps: StepOutcome[] };
