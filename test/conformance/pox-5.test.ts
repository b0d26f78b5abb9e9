import { describe } from 'vitest';
import { pox5Suite } from './pox-5/suite.js';

// The signer's stake and pox-5 are in the genesis. That pox-5 is the project's own, and reads a little more to enter a bond.
const differences = { inGenesis: ['register', 'stake', 'deployment'], otherCosts: ['registerForBond'] };

describe('PoX-5 on the embedded engine', () => pox5Suite({}, differences));
