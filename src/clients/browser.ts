import type { Devnet } from '../network/types.js';
import type { DevnetOptions } from '../project/config.js';
import { startDevnet as start } from '../start/start-devnet.js';

export { DevnetError, type DevnetErrorCode } from '../base/error.js';
export { clarity, decodeEvents } from '../network/contract.js';
export type { Devnet } from '../network/types.js';
export { redirectApis } from './redirect-page.js';
export { installWallet } from './wallet/install.js';
export type * from './wallet/types.js';
export { createWallet } from './wallet/wallet.js';

/** The options of a network in a page: nothing there listens. Files of states are in IndexedDB. */
export type BrowserDevnetOptions = Omit<DevnetOptions, 'listen' | 'ports' | 'engine'>;

/**
 * Starts a network in this page or worker. `devnet.fetch` answers every URL of it, `devnet.network` takes stacks.js to it.
 * @throws DevnetError INVALID_INPUT; UNSUPPORTED for what needs files, sockets or processes
 * @example
 * const devnet = await startDevnet({ state: 'my-app' });
 * await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
 */
export function startDevnet(options: BrowserDevnetOptions = {}): Promise<Devnet> {
  return start({ ...options, listen: false });
}
