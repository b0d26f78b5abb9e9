export type { BlockInfo, BurnBlockInfo, ChainView } from './execution/chain-view.js';
export { deployContract } from './execution/deploy.js';
export type { ContractEvent } from './execution/event.js';
export { EarlyReturn, Execution, type Rules } from './execution/execution.js';
export { applyFunction, callContract } from './execution/invoke.js';
export type { Tracer } from './execution/observation.js';
export { observedRules } from './execution/observed-rules.js';
export { readProgram } from './execution/program.js';
export { type DeployedValues, executionOfDeploy, restoreContract, restoreStored } from './execution/restore.js';
