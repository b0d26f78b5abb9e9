import { cost, linear } from './cost.js';
import { COSTS_3 } from './costs-3.js';

/** The costs of epochs 3.3 and 3.4: those of before, and the functions of Clarity 4 (clarity/src/vm/costs/costs_4.rs). */
export const COSTS_4 = {
  ...COSTS_3,
  ContractHash: cost(188, { reads: [1, 32] }),
  ToAscii: cost(linear(16, 150)),
  RestrictAssets: cost(linear(125, 750)),
  AsContractSafe: cost(linear(125, 888)),
  Secp256r1verify: cost(51750),
};
