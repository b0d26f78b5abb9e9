export { createAbiStore } from './devnet/contract/abi-store.js';
export { callValue } from './devnet/contract/call-value.js';
export { readClarityArguments } from './devnet/contract/clarity-arguments.js';
export type { ContractInternals } from './devnet/contract/client.js';
export { decodeEvents, type ReceiptEvent } from './devnet/contract/decode-events.js';
export { failedDeployAt } from './devnet/contract/failed-deploy.js';
export { fromClarity } from './devnet/contract/from-clarity.js';
export { type ClarityLiteral, type ClarityLiteralOptions, clarity } from './devnet/contract/literal.js';
export { noncesAtGateway } from './devnet/contract/pending-nonces.js';
export { readPostConditions } from './devnet/contract/post-conditions.js';
export { fetchMapEntry, fetchVariable } from './devnet/contract/read-state.js';
export { resolveContract } from './devnet/contract/resolve.js';
export { createSender, signWithFee } from './devnet/contract/sender.js';
export type {
  CallOptions,
  CallReceipt,
  ContractClient,
  ContractName,
  ContractResponse,
  Contracts,
  ContractTypes,
  DeployReceipt,
  DeployRequest,
  LooseArguments,
  LooseContract,
  ReadOptions,
  SendOptions,
  SigningAccount,
  TransferRequest,
  TypedContract,
} from './devnet/contract/types.js';
