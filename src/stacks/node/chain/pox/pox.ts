import { UIntValue, type Value } from '../../../../clarity/values.js';
import type { ForkPoint } from '../../../protocol/fork-source/fork-point.js';
import { contentOf, fieldOf, uintOf } from '../../clarity/fields.js';
import { type ChainEpoch, EPOCHS, type Epoch, type EpochTransition, findEpoch, isAtLeast } from '../epoch.js';

/** Bitcoin blocks of a reward cycle, and of the prepare phase at its end. */
export type PoxLengths = {
  readonly rewardLength: number;
  readonly prepareLength: number;
  /** The Bitcoin height at which cycle 0 begins. @default 0 */
  readonly firstHeight?: number | undefined;
};

/** The reward cycle of a Bitcoin height. */
export function cycleOf({ rewardLength, firstHeight = 0 }: PoxLengths, height: number): number {
  return Math.floor((height - firstHeight) / rewardLength);
}

/** The Bitcoin height at which a cycle begins. */
export function cycleStart({ rewardLength, firstHeight = 0 }: PoxLengths, cycle: number): number {
  return firstHeight + cycle * rewardLength;
}

/** How many blocks of its cycle come before the one at a Bitcoin height. */
export function positionOf(pox: PoxLengths, height: number): number {
  return height - cycleStart(pox, cycleOf(pox, height));
}

/**
 * The cycle whose signers the prepare phase of a Bitcoin height chooses; undefined outside of prepare phases. A cycle's first block counts
 * for the phase before it, except for the first cycle, which nothing prepares (`is_in_prepare_phase`, stackslib/src/burnchains/mod.rs).
 */
export function preparedCycle(pox: PoxLengths, height: number): number | undefined {
  const position = positionOf(pox, height);
  if (position === 0) return height > cycleStart(pox, 0) ? cycleOf(pox, height) : undefined;
  return position > pox.rewardLength - pox.prepareLength ? cycleOf(pox, height) + 1 : undefined;
}

/** Two payments in a block commit. */
export const SLOTS_PER_BLOCK = 2;

/** The reward slots of a cycle. The weights of signers are counted in them, too. */
export function slotsOf({ rewardLength, prepareLength }: PoxLengths): bigint {
  return BigInt((rewardLength - prepareLength) * SLOTS_PER_BLOCK);
}

/** The Bitcoin heights from which on epochs hold, by their names. */
export type EpochHeights = Readonly<Record<string, number>>;

/** Those of the regtest networks of stacks-core's own tests. */
const START_HEIGHTS: EpochHeights = {
  '1.0': 0,
  '2.0': 0,
  '2.05': 102,
  '2.1': 103,
  '2.2': 104,
  '2.3': 105,
  '2.4': 106,
  '2.5': 107,
  '3.0': 122,
  '3.1': 123,
  '3.2': 124,
  '3.3': 125,
  '3.4': 126,
  '4.0': 127,
};
/** The start height of epochs that the chain does not reach. */
const NEVER = 1_000_002;
const FOREVER = 9_223_372_036_854_775_807n;

/** An epoch with the Bitcoin heights between which it holds. */
export type EpochSpan = { epoch: Epoch; start: number; end: number | bigint };

/** All epochs. `heights` has those up to `current`; later ones begin at transitions, or beyond every height. */
function epochSpans(current: Epoch, heights: EpochHeights, transitions: readonly EpochTransition[]): EpochSpan[] {
  const reached = EPOCHS.indexOf(current);
  let never = NEVER;
  return spansOf(EPOCHS, (epoch, i) => (i <= reached ? (heights[epoch.name] ?? 0) : (startIn(transitions, epoch) ?? never++)));
}

/** The epochs of the network that a fork continues; after its block, those of transitions are at other heights. */
function forkedSpans({ pox, epoch: name }: ForkPoint, transitions: readonly EpochTransition[]): EpochSpan[] {
  const starts = new Map(pox.epochs.map(({ id, start }) => [id, start]));
  const reached = EPOCHS.indexOf(findEpoch(name));
  const later = (epoch: Epoch): number | undefined => (EPOCHS.indexOf(epoch) > reached ? startIn(transitions, epoch) : undefined);
  const known = EPOCHS.filter((epoch) => starts.has(epoch.id) || later(epoch) !== undefined);
  return spansOf(known, (epoch) => later(epoch) ?? starts.get(epoch.id) ?? NEVER);
}

/** The height of the first transition to an epoch or a later one: a block applies those of all epochs that it skips. */
function startIn(transitions: readonly EpochTransition[], epoch: Epoch): number | undefined {
  return transitions.find(({ epoch: name }) => EPOCHS.indexOf(findEpoch(name)) >= EPOCHS.indexOf(epoch))?.height;
}

function spansOf(epochs: readonly Epoch[], startOf: (epoch: Epoch, index: number) => number): EpochSpan[] {
  const starts = epochs.map(startOf);
  return epochs.map((epoch, i) => ({ epoch, start: starts[i] ?? NEVER, end: starts[i + 1] ?? FOREVER }));
}

/** The PoX contracts in order, each with the epoch that brought it. */
const CONTRACTS = [
  { name: 'pox', since: '1.0' },
  { name: 'pox-2', since: '2.1' },
  { name: 'pox-3', since: '2.4' },
  { name: 'pox-4', since: '2.5' },
  { name: 'pox-5', since: '4.0' },
] as const;

/** A PoX contract with the Bitcoin height and the reward cycle from which on it decides. */
type PoxContract = { id: string; activation: number; firstCycle: number };

function poxContracts(spans: readonly EpochSpan[], pox: PoxLengths, bootAddress: string): PoxContract[] {
  return CONTRACTS.map(({ name, since }) => {
    const start = spans.find(({ epoch }) => epoch.name === since)?.start ?? 0;
    // pox-2 takes over one block into its epoch, when pox unlocks
    const activation = name === 'pox' ? cycleStart(pox, 0) : name === 'pox-2' ? start + 1 : start;
    return { id: `${bootAddress}.${name}`, activation, firstCycle: name === 'pox' ? 0 : cycleOf(pox, activation) + 1 };
  });
}

/** When epochs begin, and the PoX contracts. */
export type PoxRules = { readonly spans: readonly EpochSpan[]; readonly contracts: readonly PoxContract[] };

export type PoxRulesOptions = {
  /** In which the chain begins. */
  epoch: Epoch;
  transitions: readonly EpochTransition[];
  pox: PoxLengths;
  /** The deployer of the PoX contracts. */
  bootAddress: string;
  /** The heights of the epochs of a chain of this package. @default those of stacks-core's tests */
  own?: EpochHeights | undefined;
  /** The network that the chain continues, whose rules go on. @default a chain of this package */
  fork?: ForkPoint | undefined;
};

export function poxRules({ epoch, transitions, pox, bootAddress, own = START_HEIGHTS, fork }: PoxRulesOptions): PoxRules {
  const spans = fork === undefined ? epochSpans(epoch, own, transitions) : forkedSpans(fork, transitions);
  const contracts = poxContracts(spans, pox, bootAddress);
  if (fork === undefined) return { spans, contracts };
  // What the network says about its own contracts stays.
  const begun = fork.pox.contracts.filter(({ activation }) => activation <= fork.burn.height);
  const later = (transitions.length > 0 ? contracts : fork.pox.contracts).filter(({ activation }) => activation > fork.burn.height);
  return { spans, contracts: [...begun, ...later] };
}

/**
 * Returns the epochs that a chain is in, from the one in which it begins. Before 2.5 it stays in that.
 * @param tip the Bitcoin height at which the chain begins: no block can enter an epoch before
 */
export function chainEpochs({ spans }: PoxRules, { first, tip }: { first: Epoch; tip: number }): ChainEpoch[] {
  const begun = spans.findIndex(({ epoch }) => epoch === first);
  const later = isAtLeast(first, '2.5') ? spans.slice(begun + 1).filter(({ start }) => start < NEVER) : [];
  return [{ epoch: first, start: 0 }, ...later.map(({ epoch, start }) => ({ epoch, start: Math.max(start, tip + 1) }))];
}

/** The reward cycle from which on pox-5 decides. */
export function firstPox5Cycle({ contracts }: PoxRules): number {
  return contracts.at(-1)?.firstCycle ?? 0;
}

/** The Bitcoin heights at which each contract's locks end for good: one block into the epoch that replaces or stops it. */
export function poxUnlockHeights(spans: readonly EpochSpan[]): { v1: number; v2: number; v3: number; v4: number } {
  const startOf = (name: string) => spans.find(({ epoch }) => epoch.name === name)?.start ?? NEVER;
  return { v1: startOf('2.1') + 1, v2: startOf('2.2') + 1, v3: startOf('2.5') + 1, v4: startOf('4.0') };
}

/** The contract that is active at a Bitcoin height (`active_pox_contract`, stackslib/src/burnchains/mod.rs). */
export function activePoxContract({ contracts }: PoxRules, height: number): string {
  return (contracts.findLast(({ activation }) => height > activation) ?? contracts[0])?.id ?? '';
}

/** The contract that decides about a cycle: what is active in its second block (`active_pox_contract_for_cycle`). */
export function contractOfCycle({ pox, poxRules }: { pox: PoxLengths; poxRules: PoxRules }, cycle: number): string {
  return activePoxContract(poxRules, cycleStart(pox, cycle) + 1);
}

/** Whether the contract of a cycle exists at a Bitcoin height: the epoch that brings it may begin later. */
export function hasContractOfCycle(chain: { pox: PoxLengths; poxRules: PoxRules }, cycle: number, height: number): boolean {
  const id = contractOfCycle(chain, cycle);
  return (chain.poxRules.contracts.find((contract) => contract.id === id)?.activation ?? 0) <= height;
}

/** The minimum stake of all signers of a cycle since pox-5, in micro-STX (`POX_5_SIGNER_SET_MIN_USTX` of stacks-core). */
export const POX_5_THRESHOLD = 50_000_000_000n;

const SCALING = 4n;
/** 10,000 STX. */
const THRESHOLD_STEP = 10_000_000_000n;

/** The least that one reward slot costs, in micro-STX: what is stacked, or a quarter of all STX, shared among the slots and rounded up. */
export function stackingThreshold(liquid: bigint, stacked: bigint, slots: bigint): bigint {
  const base = stacked > liquid / SCALING ? stacked : liquid / SCALING;
  const precise = base / slots;
  const rest = precise % THRESHOLD_STEP;
  return rest === 0n ? precise : precise + THRESHOLD_STEP - rest;
}

/** Calls a read-only function of a contract. @throws Error if the call fails */
export type ReadContract = (contract: string, fn: string, args: readonly Value[]) => Value;

/** What the PoX contract says, in micro-STX. */
export type PoxReads = {
  liquid: bigint;
  minIncrement: bigint;
  /** The per cent of all STX that must vote against PoX to reject it, and the votes so far: pox to pox-3 have them. */
  rejection: { fraction: bigint; votes: bigint } | undefined;
};

/** @throws Error if the contract does not answer: that of the epoch does */
export function readPox(contract: string, read: ReadContract): PoxReads {
  const info = contentOf(read(contract, 'get-pox-info', []));
  const number = (name: string): bigint => uintOf(fieldOf(info, name)) ?? 0n;
  return {
    liquid: number('total-liquid-supply-ustx'),
    minIncrement: number('min-amount-ustx'),
    rejection:
      fieldOf(info, 'rejection-fraction') === undefined
        ? undefined
        : { fraction: number('rejection-fraction'), votes: number('current-rejection-votes') },
  };
}

/** Returns what is stacked in a cycle, in micro-STX. @throws Error if the contract does not answer */
export function readStacked(contract: string, cycle: number, read: ReadContract): bigint {
  return uintOf(read(contract, 'get-total-ustx-stacked', [new UIntValue(BigInt(cycle))])) ?? 0n;
}
