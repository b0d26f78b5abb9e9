/** The largest number of signers of a network of real nodes. */
export const MAX_SIGNERS = 16;
