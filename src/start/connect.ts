import { createConnectedDevnet } from '../network/connect.js';
import type { Devnet } from '../network/types.js';
import { runningDevnet } from '../project/config.js';

/** How to connect to a running devnet. */
export type ConnectOptions = {
  /** The control key of the devnet; one on another machine needs it. @default `DEVNET_CONTROL_KEY` in the environment, else none */
  controlKey?: string | undefined;
};

/**
 * Connects to a devnet in another process, for example that of `stacks-devnet up` or the one that a test run shares. Returns the same
 * kind of object as `startDevnet`; closing it ends the connection, not the devnet.
 * @param url of the gateway; @default `DEVNET_URL` in the environment, else http://127.0.0.1:3999
 * @throws DevnetError INVALID_INPUT for a malformed URL, NOT_REACHABLE, TIMEOUT after 30 s (90 s on a slow machine), FORBIDDEN without the
 * control key, UNSUPPORTED if the devnet's control is disabled
 * @example await using devnet = await connectDevnet('http://127.0.0.1:3999');
 */
export async function connectDevnet(url?: string, { controlKey }: ConnectOptions = {}): Promise<Devnet> {
  return createConnectedDevnet(runningDevnet({ url, controlKey }));
}
