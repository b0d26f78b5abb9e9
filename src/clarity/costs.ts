export { addCosts, NO_COST, subtractCosts } from './costs/arithmetic.js';
export { blockLimit, type CostLimit } from './costs/block-limit.js';
export { CostTracker, NO_LIMIT, type Pace } from './costs/tracker.js';
