import { checkGatewayUrl } from '../config/resolve.js';
import { conventionalPorts, environmentName } from '../config/schema.js';
import { createGatewayClient, type GatewayAnswer } from '../devnet/connected/gateway-client.js';
import type { HttpMethod } from '../system/http.js';
import type { Context, GlobalOptions } from './context.js';
import { findState } from './state.js';

/** Calls the gateway of a running devnet. */
export type Client = (method: HttpMethod, path: string, body?: unknown) => Promise<GatewayAnswer>;

/**
 * A client of the devnet named by `--url`, else `DEVNET_URL`, else the state file of `up`, else port 3999. It sends the control key
 * that `DEVNET_CONTROL_KEY` holds.
 * @throws DevnetError INVALID_INPUT for a URL that is none
 */
export async function connect(context: Context, options: GlobalOptions): Promise<Client> {
  const url = namedUrl(context, options) ?? (await findState(context.env))?.url ?? `http://127.0.0.1:${conventionalPorts.gateway}`;
  const { ask } = createGatewayClient({ url, controlKey: context.env[environmentName('control.key')] });
  return (method, path, body) => ask(method, path, { body });
}

/** The devnet that the user named, if any. @throws DevnetError INVALID_INPUT for a URL that is none */
export function namedUrl({ env }: Context, { url }: GlobalOptions): string | undefined {
  if (url !== undefined) return checkGatewayUrl(url, '--url');
  return env['DEVNET_URL'] ? checkGatewayUrl(env['DEVNET_URL'], 'DEVNET_URL') : undefined;
}
