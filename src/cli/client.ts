import { findState } from '#platform/run-state.js';
import { createGatewayClient, type GatewayClient } from '../network/connected.js';
import type { Devnet } from '../network/types.js';
import { checkGatewayUrl, conventionalUrl, environmentName } from '../project/config.js';
import type { Context, GlobalOptions } from './context.js';

/** Connects to the devnet that {@link connectGateway} finds. */
export async function connectDevnet(context: Context, options: GlobalOptions): Promise<Devnet> {
  const [{ createConnectedDevnet }, url] = await Promise.all([import('../network/connect.js'), findUrl(context, options)]);
  return createConnectedDevnet({ url, controlKey: context.env[environmentName('control.key')] });
}

/**
 * Creates a client of the devnet that `--url` names, else `DEVNET_URL`, else the state file of `up`, else port 3999. The client sends
 * the control key of `DEVNET_CONTROL_KEY`.
 * @throws DevnetError INVALID_INPUT for a malformed URL
 */
export async function connectGateway(context: Context, options: GlobalOptions): Promise<GatewayClient> {
  return createGatewayClient({ url: await findUrl(context, options), controlKey: context.env[environmentName('control.key')] });
}

/** Returns the URL that the user named, if any. @throws DevnetError INVALID_INPUT for a malformed URL */
export function namedUrl({ env }: Context, { url }: GlobalOptions): string | undefined {
  if (url !== undefined) return checkGatewayUrl(url, '--url');
  return env['DEVNET_URL'] ? checkGatewayUrl(env['DEVNET_URL'], 'DEVNET_URL') : undefined;
}

/** Returns the URL of the devnet that {@link connectGateway} finds. @throws DevnetError INVALID_INPUT for a malformed URL */
export async function findUrl(context: Context, options: GlobalOptions): Promise<string> {
  return namedUrl(context, options) ?? (await findState(context.env))?.url ?? conventionalUrl;
}
