/** `auto` mines a block as soon as a transaction is pending, `manual` only on request, `intervalMs` one block per interval in ms. */
export type MiningMode = 'auto' | 'manual' | { intervalMs: number };
/** When to mine blocks of each chain. */
export type MiningModes = { bitcoin: MiningMode; stacks: MiningMode };
