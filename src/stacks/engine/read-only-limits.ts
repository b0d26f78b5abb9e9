/** What a read-only call may cost, in Clarity's units. */
export type ReadOnlyLimits = { runtime: number; readCount: number; readLength: number; writeCount: number; writeLength: number };

/** The defaults of a stacks-node (`read_only_call_limit` of its `ConnectionOptions`). */
export const READ_ONLY_LIMITS: ReadOnlyLimits = {
  runtime: 1_000_000_000,
  readCount: 100,
  readLength: 200_000,
  writeCount: 0,
  writeLength: 0,
};
