import type { Funding } from '../../../stacks/engine.js';

/** Twice the default minimum relay rate, in sats per virtual byte; the sizes are those of BIP141 for P2WPKH, rounded up. */
const FEE_RATE = 2n;
const OVERHEAD = 11;
const INPUT = 69;
const OUTPUT = 43;

/** Returns the maximum cost of the payments with their fee, if they spend `coinbases` coinbases. */
export function fundingCost(payments: Funding['bitcoin'], coinbases: number): bigint {
  const size = OVERHEAD + coinbases * INPUT + (payments.length + 1) * OUTPUT;
  return payments.reduce((sum, { amount }) => sum + amount, 0n) + FEE_RATE * BigInt(size);
}
