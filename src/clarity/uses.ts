export { calledContracts } from './uses/called-contracts.js';
export { neededUses } from './uses/needed-uses.js';
export { readUses } from './uses/read-uses.js';
export { nodesIn, readNodes } from './uses/tree.js';
export type { ContractUses, Use } from './uses/uses.js';
