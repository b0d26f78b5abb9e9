export {
  COST_DIMENSIONS,
  type CostDimension,
  type CostRange,
  type CostReport,
  eachDimension,
  type FunctionCosts,
} from './devnet/costs/types.js';
