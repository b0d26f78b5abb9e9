export type { bootContracts } from './vm/boot-contracts.js';
export { createClarityVm, type EpochName, type GenesisContract } from './vm/create.js';
export type { ClarityExpression, ParsedSource } from './vm/source.js';
export { type ClarityInput, readValue, toClarityValue } from './vm/value.js';
export type { ClarityVm } from './vm/vm.js';
