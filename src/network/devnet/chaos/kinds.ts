/** The kinds of faults that last. */
export const CHAOS_KINDS = ['drop', 'delay', 'empty-tenures', 'no-commits', 'silent-signer', 'stopped-node', 'rpc-faults'] as const;
export type ChaosKind = (typeof CHAOS_KINDS)[number];
