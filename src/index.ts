export { defineConfig } from './config/define-config.js';
export type { DevnetConfig, ResolvedConfig } from './config/devnet-config.js';
export { type ResolveConfigOptions, resolveConfig } from './config/resolve.js';
export type { DevnetOptions } from './config/start-options.js';
export { type ConnectOptions, connectDevnet } from './connect.js';
export { type ClarityLiteral, type ClarityLiteralOptions, clarity } from './devnet/contract/literal.js';
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
export type {
  BridgeChange,
  BridgeConfiguration,
  BridgeLimits,
  BridgeStatus,
  BridgeStep,
  DepositId,
  SbtcClientConfig,
  SbtcDeposit,
  SbtcDepositOptions,
  SbtcDevnet,
  SbtcFulfillment,
  SbtcWaitOptions,
  SbtcWithdrawal,
  SbtcWithdrawOptions,
} from './devnet/sbtc/types.js';
export type {
  Account,
  Accounts,
  ActiveChaos,
  AnchoredReceipt,
  BitcoinTxReceipt,
  BlockRef,
  CallTrace,
  Capability,
  Chaos,
  ChaosHandle,
  ChaosKind,
  ClarityArgument,
  CloneOptions,
  ContractEvent,
  CostRange,
  CostReport,
  CoverageSummary,
  DecodedEvent,
  DecodedReceipt,
  DelayOptions,
  Devnet,
  DevnetBlockEvent,
  DevnetEvent,
  DevnetProject,
  DevnetProjectContract,
  DevnetStatus,
  DevnetUrls,
  DropOptions,
  EventFilter,
  FailureOrigin,
  FaucetOptions,
  FaucetPayment,
  FunctionCosts,
  MineRequest,
  MineResult,
  MineTarget,
  NamedAccounts,
  PrintedValue,
  Reorganisation,
  ReorgOptions,
  RpcFaultsOptions,
  SilentSignerOptions,
  SimulateRequest,
  SnapshotInfo,
  SourcePlace,
  StacksApi,
  StacksSimulation,
  StacksTrace,
  StacksTxReceipt,
  StoppedNodeOptions,
  StxFaucetOptions,
  TraceCall,
  TraceEvent,
  WaitOptions,
} from './devnet/types.js';
export { unsignedAs } from './devnet/unsigned-as.js';
export type { EngineName } from './engine-name.js';
export type { EngineEvent } from './engines/engine-event.js';
export { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from './error.js';
export type { MiningMode, MiningModes } from './mining-mode.js';
export { startDevnet } from './start.js';
export { type Funds, fundedAccount } from './testing/funded-account.js';
export { createPool, type DevnetPool, type PoolOptions } from './testing/pool.js';
