import type { NodeCore } from '../../../../core.js';
import { isLocked } from '../../../../wallet/encryption.js';
import type { WalletView } from '../../../../wallet/history.js';
import type { WalletSlot } from '../../../../wallet/slot.js';
import { createWallets, type Wallets } from '../../../../wallet/wallets.js';
import type { Arguments } from '../../../arguments/arguments.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import type { MethodContext } from '../../../method.js';

/** By the node's slot. */
const known = new WeakMap<WalletSlot, Wallets>();

/** Returns the node's wallets. */
export function walletsOf(core: NodeCore): Wallets {
  const loaded = known.get(core.wallet);
  if (loaded !== undefined) return loaded;
  const wallets = createWallets(core);
  if (core.wallet.given !== undefined) wallets.restore(core.wallet.given);
  known.set(core.wallet, wallets);
  core.wallet.keeper = wallets;
  return wallets;
}

/** Returns the wallet of a call: that of the path, or the only one. @throws RpcError −18, −19 with Core's messages */
export function walletOf({ core, walletName }: MethodContext): WalletView {
  const wallets = walletsOf(core);
  if (walletName !== undefined) {
    const named = wallets.get(walletName);
    if (named === undefined) throw notLoaded();
    return named;
  }
  const [only, ...others] = wallets.loaded();
  const wallet = only === undefined ? undefined : wallets.get(only);
  if (wallet === undefined) {
    const hint = 'Load a wallet using loadwallet or create a new one with createwallet.';
    const message = `No wallet is loaded. ${hint} (Note: A default wallet is no longer automatically created)`;
    throw new RpcError(RPC_CODE.WALLET_NOT_FOUND, message);
  }
  if (others.length > 0) {
    const message =
      'Multiple wallets are loaded. Please select which wallet to use by requesting the RPC through the /wallet/<walletname> URI path.';
    throw new RpcError(RPC_CODE.WALLET_NOT_SPECIFIED, message);
  }
  return wallet;
}

export function notLoaded(): RpcError {
  return new RpcError(RPC_CODE.WALLET_NOT_FOUND, 'Requested wallet does not exist or is not loaded');
}

/** @throws RpcError −13 if a wallet needs its passphrase */
export function expectUnlocked({ state }: WalletView): void {
  if (!isLocked(state)) return;
  throw new RpcError(RPC_CODE.WALLET_UNLOCK_NEEDED, 'Error: Please enter the wallet passphrase with walletpassphrase first.');
}

/** @throws RpcError −13 if a wallet needs its passphrase, −4 if it is watch-only */
export function expectSpending(view: WalletView): void {
  expectUnlocked(view);
  if (!view.state.privateKeys) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Error: Private keys are disabled for this wallet');
}

/** Checks a call's `avoid_reuse`, which changes nothing else. @throws RpcError −4 for a wallet without the flag, as Core */
export function expectAvoidReuse({ state }: WalletView, args: Arguments): void {
  if (!args.has('avoid_reuse') || !args.boolean('avoid_reuse') || state.avoidReuse) return;
  throw new RpcError(RPC_CODE.WALLET_ERROR, 'wallet does not have the "avoid reuse" feature enabled');
}

/** The block up to which a wallet is complete: always the tip. */
export function lastBlock({ core: { chain } }: WalletView): JsonObject {
  const { hash, height } = chain.tip();
  return { hash, height };
}
