/** The confirmations that a coinbase needs before it can be spent, and the blocks between halvings: consensus on regtest. */
export const MATURITY = 100;
const HALVING = 150;

/** Returns the amount that the coinbase of a block creates, in sats, without fees. */
export function subsidy(height: number): bigint {
  return 5_000_000_000n >> BigInt(Math.floor(height / HALVING));
}
