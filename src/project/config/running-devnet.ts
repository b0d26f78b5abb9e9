import type { Environment } from '#platform/environment.js';
import { invalid } from '../../base/error.js';
import { conventionalPorts } from './schema/network.js';
import { environmentName } from './settings.js';

/** The gateway of `up` with the default ports. */
export const conventionalUrl = `http://127.0.0.1:${conventionalPorts.gateway}`;

/**
 * Returns where a running devnet is, and the key that opens its control: the arguments, else `DEVNET_URL` and
 * `DEVNET_CONTROL_KEY`, else the conventional port of this machine.
 * @param env @default this process's environment
 * @throws DevnetError INVALID_INPUT for a malformed URL
 */
export function runningDevnet(
  { url, controlKey }: { url?: string | undefined; controlKey?: string | undefined },
  env: Environment = process.env,
): { url: string; controlKey: string | undefined } {
  return {
    url: url === undefined ? checkGatewayUrl(env['DEVNET_URL'] || conventionalUrl, 'DEVNET_URL') : checkGatewayUrl(url, 'url'),
    controlKey: controlKey ?? (env[environmentName('control.key')] || undefined),
  };
}

/** Whether `DEVNET_URL` in the environment names a running devnet. */
export function isDevnetNamed(env: Environment = process.env): boolean {
  return Boolean(env['DEVNET_URL']);
}

/** Returns the base URL of a gateway, without a trailing slash. @throws DevnetError INVALID_INPUT */
export function checkGatewayUrl(text: string, field: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw invalid(field, `a URL such as ${conventionalUrl}`, text);
  return text.replace(/\/+$/, '');
}
