export { argumentsError } from './analysis/call-arguments.js';
export { complies } from './analysis/compliance.js';
export type { ContractAnalysis } from './analysis/contract-analysis.js';
export { type ContractInterface, interfaceOf } from './analysis/interface.js';
export { StaticFailure } from './analysis/static-failure.js';
