import { invalid } from '../../../base/error.js';
import { blockLimit, type CostLimit } from '../../../clarity/costs.js';

/** An epoch of the Stacks chain and what depends on it. `network` is the number that peers announce. */
export type Epoch = {
  readonly name: string;
  readonly id: string;
  readonly network: number;
  readonly clarity: number;
  readonly limit: CostLimit;
};

/** All epochs in order. */
export const EPOCHS: readonly Epoch[] = [
  { name: '1.0', id: 'Epoch10', network: 0, clarity: 1, limit: blockLimit('1.0') },
  { name: '2.0', id: 'Epoch20', network: 0, clarity: 1, limit: blockLimit('2.0') },
  { name: '2.05', id: 'Epoch2_05', network: 5, clarity: 1, limit: blockLimit('2.05') },
  { name: '2.1', id: 'Epoch21', network: 6, clarity: 2, limit: blockLimit('2.1') },
  { name: '2.2', id: 'Epoch22', network: 7, clarity: 2, limit: blockLimit('2.2') },
  { name: '2.3', id: 'Epoch23', network: 8, clarity: 2, limit: blockLimit('2.3') },
  { name: '2.4', id: 'Epoch24', network: 9, clarity: 2, limit: blockLimit('2.4') },
  { name: '2.5', id: 'Epoch25', network: 10, clarity: 2, limit: blockLimit('2.5') },
  { name: '3.0', id: 'Epoch30', network: 11, clarity: 3, limit: blockLimit('3.0') },
  { name: '3.1', id: 'Epoch31', network: 12, clarity: 3, limit: blockLimit('3.1') },
  { name: '3.2', id: 'Epoch32', network: 13, clarity: 3, limit: blockLimit('3.2') },
  { name: '3.3', id: 'Epoch33', network: 14, clarity: 4, limit: blockLimit('3.3') },
  { name: '3.4', id: 'Epoch34', network: 15, clarity: 5, limit: blockLimit('3.4') },
  { name: '4.0', id: 'Epoch40', network: 16, clarity: 6, limit: blockLimit('4.0') },
];

/** The name of an epoch, and the Bitcoin height at which it begins. */
export type EpochTransition = { readonly epoch: string; readonly height: number };

/** An epoch that a chain is in from a Bitcoin height on. */
export type ChainEpoch = { readonly epoch: Epoch; readonly start: number };

/**
 * Returns the epoch of the blocks of a Bitcoin height. @param epochs those of the chain, ascending; the first one holds from the beginning
 */
export function epochAt(epochs: readonly ChainEpoch[], burnHeight: number): Epoch {
  const { epoch } = (epochs.findLast(({ start }) => start <= burnHeight) ?? epochs[0]) as ChainEpoch;
  return epoch;
}

/** Returns the epochs that begin after one Bitcoin height, and not after another one. */
export function epochsEntered(epochs: readonly ChainEpoch[], after: number, upTo: number): readonly Epoch[] {
  return epochs.filter(({ start }, i) => i > 0 && start > after && start <= upTo).map(({ epoch }) => epoch);
}

/** @throws DevnetError INVALID_INPUT for an unknown epoch */
export function findEpoch(name: string): Epoch {
  const epoch = EPOCHS.find((candidate) => candidate.name === name);
  if (epoch === undefined) throw invalid('epoch', `one of ${EPOCHS.map((known) => known.name).join(', ')}`, name);
  return epoch;
}

/** Whether tenures have several Stacks blocks. Before it, each Bitcoin block has one. */
export function isNakamoto(epoch: Epoch): boolean {
  return isAtLeast(epoch, '3.0');
}

/** Whether `epoch` is the one of that name or a later one. */
export function isAtLeast(epoch: Epoch, name: string): boolean {
  return EPOCHS.indexOf(epoch) >= EPOCHS.indexOf(findEpoch(name));
}
