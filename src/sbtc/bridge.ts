export type { Bridge, Chainstate } from './bridge/bridge.js';
export type { Announcement } from './bridge/check-deposit.js';
export { readRecipient, reclaimScript } from './bridge/deposit-scripts.js';
export { sendWithFreeNonce } from './bridge/free-nonce.js';
export { createLazyBridge, type LazyBridge } from './bridge/lazy-bridge.js';
export { type BridgeChange, type BridgeConfiguration, MODES, RANGES } from './bridge/settings.js';
export type { BridgeStore } from './bridge/store.js';
export { depositOutputScript, SIGNERS_KEY } from './bridge/sweep.js';
export {
  BRIDGE_STATUSES,
  type BridgeEvent,
  type BridgeLimits,
  type BridgeSettings,
  type BridgeStatus,
  type BridgeStep,
  type DepositState,
  type Fulfillment,
  type WithdrawalState,
} from './bridge/types.js';
export { scriptRecipient } from './bridge/withdrawal-script.js';
