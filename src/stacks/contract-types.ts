export { type ContractAbi, type FunctionAbi, readContractAbi, signatureOf } from './protocol/codec/contract/contract-abi.js';
export { admits, argumentType, type ClarityType } from './protocol/codec/contract/type.js';
export { displayType } from './protocol/codec/contract/type-text.js';
