export type { DevnetOptions } from './config/types.js';
export type {
  Account,
  BitcoinTxReceipt,
  BlockRef,
  Devnet,
  DevnetStatus,
  DevnetUrls,
  FaucetOptions,
  FaucetPayment,
  MineRequest,
  MineResult,
  MineTarget,
  SnapshotInfo,
  StacksTxReceipt,
  StxFaucetOptions,
  WaitOptions,
} from './devnet/types.js';
export type { EngineEvent, EngineName, MiningMode, MiningModes } from './engines/engine.js';
export { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from './error.js';
export { startDevnet } from './start.js';
