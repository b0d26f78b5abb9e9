/** The budget of a block, as the node's JSON has it. */
export type CostLimit = { write_length: number; write_count: number; read_length: number; read_count: number; runtime: number };

/** Budgets that stacks-node has on regtest, by the first epoch that has them. */
const LIMITS: readonly (readonly [epoch: string, limit: CostLimit])[] = [
  ['4.0', { write_length: 15_000_000, write_count: 15_000, read_length: 200_000_000, read_count: 30_000, runtime: 5_000_000_000 }],
  ['2.5', { write_length: 15_000_000, write_count: 15_000, read_length: 100_000_000, read_count: 15_000, runtime: 5_000_000_000 }],
  ['2.0', { write_length: 150_000_000, write_count: 50_000, read_length: 1_000_000_000, read_count: 50_000, runtime: 100_000_000_000 }],
  ['1.0', { write_length: 0, write_count: 0, read_length: 0, read_count: 0, runtime: 0 }],
];

/** Returns the budget of a block in an epoch, for example `3.4`; a later epoch than the last known one has its budget. */
export function blockLimit(epoch: string): CostLimit {
  const [, limit] = LIMITS.find(([first]) => Number(epoch) >= Number(first)) ?? LIMITS[0]!;
  return limit;
}
