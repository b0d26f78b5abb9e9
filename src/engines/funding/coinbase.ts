/** Blocks that a coinbase must have before it can be spent, and blocks between halvings: consensus on regtest. */
export const MATURITY = 100;
const HALVING = 150;

/** What a block's coinbase creates, in sats, without fees. */
export function subsidy(height: number): bigint {
  return 5_000_000_000n >> BigInt(Math.floor(height / HALVING));
}
