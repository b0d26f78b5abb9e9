/** The fee rate below which a mempool that was full accepts nothing. Immutable. */
export type RollingFee = {
  /** Sats per 1,000 virtual bytes. */
  rate: number;
  /** Seconds since 1970. */
  updatedAt: number;
  /** Whether a block came since the last rise. Only then does the rate fall. */
  falling: boolean;
};

export const NO_ROLLING_FEE: RollingFee = { rate: 0, updatedAt: 0, falling: false };

/** Seconds until the rate falls to a half. */
const HALF_LIFE = 12 * 60 * 60;
/** The shortest time between two updates, in seconds. */
const UPDATE_INTERVAL = 10;

/** Raises the rate after an eviction. @param evicted the fee rate that was evicted, plus the incremental fee rate */
export function raise(fee: RollingFee, evicted: bigint): RollingFee {
  return Number(evicted) > fee.rate ? { ...fee, rate: Number(evicted), falling: false } : fee;
}

/** Lets the rate fall over time, faster the emptier the mempool is. @param fill the part of the memory limit in use */
export function decay(fee: RollingFee, { now, fill, incremental }: { now: number; fill: number; incremental: bigint }): RollingFee {
  if (!fee.falling || fee.rate === 0 || now <= fee.updatedAt + UPDATE_INTERVAL) return fee;
  const halfLife = fill < 0.25 ? HALF_LIFE / 4 : fill < 0.5 ? HALF_LIFE / 2 : HALF_LIFE;
  const rate = fee.rate / 2 ** ((now - fee.updatedAt) / halfLife);
  return { ...fee, rate: rate < Number(incremental) / 2 ? 0 : rate, updatedAt: now };
}

/** Returns the rate in sats per 1,000 virtual bytes (Core's `GetMinFee`). */
export function requiredRate({ rate, falling }: RollingFee, incremental: bigint): bigint {
  const rounded = BigInt(Math.round(rate));
  return falling && rate !== 0 && rounded < incremental ? incremental : rounded;
}
