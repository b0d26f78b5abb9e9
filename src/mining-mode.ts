/** `auto`: a block as soon as there is a transaction. `manual`: only on request. `intervalMs`: one every so many milliseconds. */
export type MiningMode = 'auto' | 'manual' | { intervalMs: number };
/** When blocks of each chain are made. */
export type MiningModes = { bitcoin: MiningMode; stacks: MiningMode };
