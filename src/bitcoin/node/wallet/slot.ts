import type { WalletsState } from './state.js';

/** The place of the wallets in a node. They load with the first call that needs them; until then a block costs nothing. */
export type WalletSlot = {
  /** What a snapshot needs of the wallets. */
  keeper: { snapshot(): WalletsState; restore(state: WalletsState | undefined): void } | undefined;
  /** The wallets that a node without a keeper was given. */
  given: WalletsState | undefined;
};
