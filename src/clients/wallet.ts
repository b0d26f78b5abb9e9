export { attachWallet, type WalletContext } from './wallet/attach.js';
export { installWallet } from './wallet/install.js';
export type {
  PageAnswer,
  PageRequest,
  PendingRequest,
  RequestMatch,
  Wallet,
  WalletEvent,
  WalletName,
  WalletNetwork,
  WalletOptions,
  WalletPolicy,
  WalletPolicyChoice,
  WalletRequest,
  WalletRequestError,
} from './wallet/types.js';
export { createWallet } from './wallet/wallet.js';
