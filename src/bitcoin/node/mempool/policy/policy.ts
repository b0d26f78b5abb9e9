/** The rules of a mempool beyond consensus. Fee rates are in sats per 1,000 virtual bytes. */
export type MempoolPolicy = {
  /** Whether only standard transactions enter. */
  requireStandard: boolean;
  minRelayFeeRate: bigint;
  incrementalFeeRate: bigint;
  /** An output worth less than its spending costs at this rate is dust. */
  dustFeeRate: bigint;
  /** The minimum ancestor fee rate for blocks. */
  blockMinFeeRate: bigint;
  /** The maximum weight of mined blocks, and the part of it for the header and the coinbase. */
  blockMaxWeight: number;
  blockReservedWeight: number;
  /** The maximum of bytes in all OP_RETURN outputs of a transaction together. */
  dataCarrierSize: number;
  /** Whether outputs may be multisig scripts without P2SH. */
  bareMultisig: boolean;
  /** The weight units that a sigop of cost 1 counts at least as. */
  bytesPerSigOp: number;
  /** Limits of unconfirmed chains, in transactions and virtual bytes, including the transaction itself. */
  ancestorCount: number;
  ancestorSize: number;
  descendantCount: number;
  descendantSize: number;
  /** The maximum of transactions that one replacement may evict (BIP125 rule 5). */
  maxReplaced: number;
  /** The maximum time of a transaction in the mempool, in seconds. */
  expiry: number;
  /** The maximum of memory, in bytes as Core counts them. Beyond it, the mempool evicts the lowest fee rates. */
  maxMemory: number;
};

/** The defaults of Bitcoin Core 30: relay from 0.1 sat/vB, data outputs of any size and number, replacement without signalling. */
export const DEFAULT_POLICY: MempoolPolicy = {
  requireStandard: true,
  minRelayFeeRate: 100n,
  incrementalFeeRate: 100n,
  dustFeeRate: 3000n,
  blockMinFeeRate: 1n,
  blockMaxWeight: 4_000_000,
  blockReservedWeight: 8000,
  dataCarrierSize: 100_000,
  bareMultisig: true,
  bytesPerSigOp: 20,
  ancestorCount: 25,
  ancestorSize: 101_000,
  descendantCount: 25,
  descendantSize: 101_000,
  maxReplaced: 100,
  expiry: 336 * 60 * 60,
  maxMemory: 300_000_000,
};

/** Returns the fee at `rate` for `size` virtual bytes, rounded up. */
export function feeFor(rate: bigint, size: number): bigint {
  return (rate * BigInt(size) + 999n) / 1000n;
}
