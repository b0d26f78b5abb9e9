import { checkGatewayUrl, conventionalUrl } from '../config/running-devnet.js';
import { environmentName } from '../config/settings.js';
import { createGatewayClient, type GatewayAnswer, type GatewayClient } from '../devnet/connected/gateway-client.js';
import type { Devnet } from '../devnet/types.js';
import type { HttpMethod } from '../system/http.js';
import { findState } from '../system/run-state.js';
import type { Context, GlobalOptions } from './context.js';

/** Calls the gateway of a running devnet. */
export type Client = (method: HttpMethod, path: string, body?: unknown) => Promise<GatewayAnswer>;

/** Connects to the devnet that {@link connect} finds. */
export async function connectDevnet(context: Context, options: GlobalOptions): Promise<Devnet> {
  const [{ createConnectedDevnet }, url] = await Promise.all([import('../devnet/connected/create.js'), findUrl(context, options)]);
  return createConnectedDevnet({ url, controlKey: context.env[environmentName('control.key')] });
}

/** Creates a client as {@link connect} does, for answers that are no JSON, too. */
export async function connectGateway(context: Context, options: GlobalOptions): Promise<GatewayClient> {
  return createGatewayClient({ url: await findUrl(context, options), controlKey: context.env[environmentName('control.key')] });
}

/**
 * Creates a client of the devnet that `--url` names, else `DEVNET_URL`, else the state file of `up`, else port 3999. The client sends
 * the control key of `DEVNET_CONTROL_KEY`.
 * @throws DevnetError INVALID_INPUT for a malformed URL
 */
export async function connect(context: Context, options: GlobalOptions): Promise<Client> {
  const { ask } = await connectGateway(context, options);
  return (method, path, body) => ask(method, path, { body });
}

/** Returns the URL that the user named, if any. @throws DevnetError INVALID_INPUT for a malformed URL */
export function namedUrl({ env }: Context, { url }: GlobalOptions): string | undefined {
  if (url !== undefined) return checkGatewayUrl(url, '--url');
  return env['DEVNET_URL'] ? checkGatewayUrl(env['DEVNET_URL'], 'DEVNET_URL') : undefined;
}

/** Returns the URL of the devnet that {@link connect} finds. @throws DevnetError INVALID_INPUT for a malformed URL */
export async function findUrl(context: Context, options: GlobalOptions): Promise<string> {
  return namedUrl(context, options) ?? (await findState(context.env))?.url ?? conventionalUrl;
}
