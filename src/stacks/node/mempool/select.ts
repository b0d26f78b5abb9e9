import type { Pool, PoolEntry } from './pool.js';

/** How many transactions a block takes at most, so that no block keeps others waiting for long. */
const MAX_TRANSACTIONS = 1_000;
const MAX_BLOCK_BYTES = 2 * 1024 * 1024;

/** Chooses and orders a block's transactions. */
export type Selection = {
  pool: Pool;
  /** The nonce that the account's next transaction must have. */
  nonce: (principal: string) => bigint;
  /** Whether it may be chosen at all. */
  accept: (entry: PoolEntry) => boolean;
};

/**
 * Selects the transactions of the next block: those with the next nonces, highest fee per byte first, then what they make possible.
 */
export function selectTransactions({ pool, nonce, accept }: Selection): PoolEntry[] {
  const chosen: PoolEntry[] = [];
  const passed = new Set<PoolEntry>();
  const nonces = new Map<string, bigint>();
  const next = (principal: string) => nonces.get(principal) ?? nonce(principal);
  const isReady = (entry: PoolEntry) =>
    entry.originNonce === next(entry.origin) && (entry.transaction.sponsor === undefined || entry.sponsorNonce === next(entry.sponsor));
  let bytes = 0;

  for (let before = -1; before !== chosen.length; ) {
    before = chosen.length;
    const ready: PoolEntry[] = [];
    for (const origin of pool.origins()) {
      const entry = pool.of(origin, next(origin));
      if (entry !== undefined && !passed.has(entry)) ready.push(entry);
    }
    for (const entry of ready.sort(byFeeRate)) {
      // one account may be origin of this and sponsor of another that was just chosen
      if (!isReady(entry)) continue;
      if (!accept(entry)) {
        passed.add(entry);
        continue;
      }
      bytes += entry.transaction.raw.length;
      if (chosen.length >= MAX_TRANSACTIONS || bytes > MAX_BLOCK_BYTES) return chosen;
      chosen.push(entry);
      nonces.set(entry.origin, entry.originNonce + 1n);
      if (entry.transaction.sponsor !== undefined) nonces.set(entry.sponsor, entry.sponsorNonce + 1n);
    }
  }
  return chosen;
}

function byFeeRate(a: PoolEntry, b: PoolEntry): number {
  const left = a.fee * BigInt(b.transaction.raw.length);
  const right = b.fee * BigInt(a.transaction.raw.length);
  return left === right ? 0 : left > right ? -1 : 1;
}
