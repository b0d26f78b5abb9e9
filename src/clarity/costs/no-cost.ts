type Cost = { runtime: number; readCount: number; readLength: number; writeCount: number; writeLength: number };

/**
 * The cost of what the VM does not execute, such as a coinbase, and of nothing yet: copy it to add to it. In the units of the Clarity VM.
 */
export const NO_COST: Readonly<Cost> = { runtime: 0, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 };
