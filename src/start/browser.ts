import type { Devnet } from '../network/types.js';
import type { DevnetOptions } from '../project/config.js';
import { startDevnet as start } from './start-devnet.js';

export { DevnetError, type DevnetErrorCode } from '../base/error.js';
export { clarity, decodeEvents } from '../network/contract.js';
export type { Devnet } from '../network/types.js';

/** The options of a network in a page: nothing there listens, or is kept. */
export type BrowserDevnetOptions = Omit<DevnetOptions, 'listen' | 'ports' | 'engine'>;

/**
 * Starts a network in this page or worker. `devnet.fetch` answers every URL of it, `devnet.network` takes stacks.js to it.
 * @throws DevnetError INVALID_INPUT; UNSUPPORTED for what needs files, sockets or processes
 * @example
 * const devnet = await startDevnet();
 * await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
 */
export function startDevnet(options: BrowserDevnetOptions = {}): Promise<Devnet> {
  return start({ ...options, listen: false });
}
