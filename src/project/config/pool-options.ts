/** The whole numbers that a pool takes: the smallest, the largest and the default. */
export const poolNumbers = {
  size: { min: 1, max: 10_000, default: 8 },
  spares: { min: 0, max: 10_000, default: 2 },
  leaseSeconds: { min: 1, max: 86_400, default: 60 },
  port: { min: 0, max: 65_535, default: 3990 },
} as const;

export type PoolNumber = keyof typeof poolNumbers;
