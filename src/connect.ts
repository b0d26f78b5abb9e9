import { runningDevnet } from './config/resolve.js';
import { createConnectedDevnet } from './devnet/connected/create.js';
import type { Devnet } from './devnet/types.js';

/** How to join a running devnet. */
export type ConnectOptions = {
  /** What opens the control of a devnet on another machine. @default `DEVNET_CONTROL_KEY` in the environment, else none */
  controlKey?: string | undefined;
};

/**
 * The same object as `startDevnet` gives, over a devnet that runs in another process: a `stacks-devnet up`, or the one that a test
 * run shares. Closing it ends the connection, not the devnet.
 * @param url of the gateway; @default `DEVNET_URL` in the environment, else http://127.0.0.1:3999
 * @throws DevnetError INVALID_INPUT for a URL that is none, NOT_REACHABLE, FORBIDDEN without the control key that is needed,
 * UNSUPPORTED when the devnet's control is switched off
 * @example await using devnet = await connectDevnet('http://127.0.0.1:3999');
 */
export async function connectDevnet(url?: string, { controlKey }: ConnectOptions = {}): Promise<Devnet> {
  return createConnectedDevnet(runningDevnet({ url, controlKey }));
}
