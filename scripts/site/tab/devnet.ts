// What code in a tab imports as `stacks-devnet`: the network for browsers, of which the views show the newest one.
import { type BrowserDevnetOptions, type Devnet, startDevnet as start } from 'stacks-devnet/browser';
import { follow } from './worker.js';

export { clarity, createWallet, DevnetError, decodeEvents, installWallet } from 'stacks-devnet/browser';

export async function startDevnet(options?: BrowserDevnetOptions): Promise<Devnet> {
  const devnet = await start(options);
  follow(devnet);
  // The views show it after the code has ended. It ends with its worker.
  const close = async (): Promise<void> => undefined;
  return Object.assign(devnet, { close, [Symbol.asyncDispose ?? 'close']: close });
}
