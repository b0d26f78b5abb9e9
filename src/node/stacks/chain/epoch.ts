import { invalid } from '../../../error.js';

/** An epoch of the Stacks chain and what depends on it. `network` is the number that peers announce. */
export type Epoch = {
  readonly name: string;
  readonly id: string;
  readonly network: number;
  readonly clarity: number;
  readonly limit: CostLimit;
};
export type CostLimit = { write_length: number; write_count: number; read_length: number; read_count: number; runtime: number };

const NO_LIMIT: CostLimit = { write_length: 0, write_count: 0, read_length: 0, read_count: 0, runtime: 0 };
// the limits that stacks-node has on regtest
const LIMIT_20: CostLimit = {
  write_length: 150_000_000,
  write_count: 50_000,
  read_length: 1_000_000_000,
  read_count: 50_000,
  runtime: 100_000_000_000,
};
const LIMIT_25: CostLimit = {
  write_length: 15_000_000,
  write_count: 15_000,
  read_length: 100_000_000,
  read_count: 15_000,
  runtime: 5_000_000_000,
};
const LIMIT_40: CostLimit = {
  write_length: 15_000_000,
  write_count: 15_000,
  read_length: 200_000_000,
  read_count: 30_000,
  runtime: 5_000_000_000,
};

/** All epochs in order. */
export const EPOCHS: readonly Epoch[] = [
  { name: '1.0', id: 'Epoch10', network: 0, clarity: 1, limit: NO_LIMIT },
  { name: '2.0', id: 'Epoch20', network: 0, clarity: 1, limit: LIMIT_20 },
  { name: '2.05', id: 'Epoch2_05', network: 5, clarity: 1, limit: LIMIT_20 },
  { name: '2.1', id: 'Epoch21', network: 6, clarity: 2, limit: LIMIT_20 },
  { name: '2.2', id: 'Epoch22', network: 7, clarity: 2, limit: LIMIT_20 },
  { name: '2.3', id: 'Epoch23', network: 8, clarity: 2, limit: LIMIT_20 },
  { name: '2.4', id: 'Epoch24', network: 9, clarity: 2, limit: LIMIT_20 },
  { name: '2.5', id: 'Epoch25', network: 10, clarity: 2, limit: LIMIT_25 },
  { name: '3.0', id: 'Epoch30', network: 11, clarity: 3, limit: LIMIT_25 },
  { name: '3.1', id: 'Epoch31', network: 12, clarity: 3, limit: LIMIT_25 },
  { name: '3.2', id: 'Epoch32', network: 13, clarity: 3, limit: LIMIT_25 },
  { name: '3.3', id: 'Epoch33', network: 14, clarity: 4, limit: LIMIT_25 },
  { name: '3.4', id: 'Epoch34', network: 15, clarity: 5, limit: LIMIT_25 },
  { name: '4.0', id: 'Epoch40', network: 16, clarity: 6, limit: LIMIT_40 },
];

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
