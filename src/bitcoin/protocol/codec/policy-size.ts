const BYTES_PER_SIGOP = 20;

/**
 * Returns virtual bytes as mempool policy counts them: more than the transaction's own when its sigops are dense
 * (Core's `GetVirtualTransactionSize`).
 */
export function policySize(weight: number, sigOpCost: number, bytesPerSigOp = BYTES_PER_SIGOP): number {
  return Math.ceil(Math.max(weight, sigOpCost * bytesPerSigOp) / 4);
}
