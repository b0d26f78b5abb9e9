/** The most micro-STX that the VM can mint at once. */
export const MAX_MINT = 2n ** 64n - 1n;
