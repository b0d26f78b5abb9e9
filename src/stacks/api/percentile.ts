/**
 * Interpolates linearly between the two values nearest to a share, as PostgreSQL's `percentile_cont` does. @param sorted ascending,
 * not empty
 */
export function percentile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Rounds half to even, as PostgreSQL rounds floating-point numbers. */
export function roundHalfEven(value: number): number {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}
