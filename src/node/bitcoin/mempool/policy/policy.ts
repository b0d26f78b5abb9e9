/** What a mempool asks of transactions beyond consensus. Fee rates are in sats per 1,000 virtual bytes. */
export type MempoolPolicy = {
  minRelayFeeRate: bigint;
  incrementalFeeRate: bigint;
  /** Below what it costs to spend an output at this rate, it is dust. */
  dustFeeRate: bigint;
  /** The lowest ancestor fee rate that blocks take. */
  blockMinFeeRate: bigint;
  /** The most bytes that all OP_RETURN outputs of a transaction may have together. */
  dataCarrierSize: number;
  /** Counts and virtual bytes of chains of unconfirmed transactions, the transaction itself included. */
  ancestorCount: number;
  ancestorSize: number;
  descendantCount: number;
  descendantSize: number;
  /** The most transactions that one replacement may evict (BIP125 rule 5). */
  maxReplaced: number;
  /** Seconds that a transaction waits at most. */
  expiry: number;
  /** Virtual bytes that the mempool holds before it evicts what pays least. */
  maxSize: number;
};

/**
 * The defaults of Bitcoin Core 30: relay from 0.1 sat/vB, data outputs of any size and number, replacement without signalling.
 * Core limits the mempool by memory (300 MB); that many bytes of memory hold about a third as many virtual bytes.
 */
export const DEFAULT_POLICY: MempoolPolicy = {
  minRelayFeeRate: 100n,
  incrementalFeeRate: 100n,
  dustFeeRate: 3000n,
  blockMinFeeRate: 1n,
  dataCarrierSize: 100_000,
  ancestorCount: 25,
  ancestorSize: 101_000,
  descendantCount: 25,
  descendantSize: 101_000,
  maxReplaced: 100,
  expiry: 336 * 60 * 60,
  maxSize: 100_000_000,
};

/** The fee at `rate` for `size` virtual bytes, rounded up. */
export function feeFor(rate: bigint, size: number): bigint {
  return (rate * BigInt(size) + 999n) / 1000n;
}
