import { isRecord } from '../config/kind.js';
import { conventionalPorts, environmentName } from '../config/schema.js';
import { DevnetError, invalid } from '../error.js';
import type { Context, GlobalOptions } from './context.js';
import { gatewayError } from './gateway-error.js';
import { findState } from './state.js';

/** What the gateway answered: a status below 400 and a JSON body. */
export type Answer = { status: number; body: Record<string, unknown> };
/** Calls the gateway of a running devnet. */
export type Client = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<Answer>;

/**
 * A client of the devnet named by `--url`, else `DEVNET_URL`, else the state file of `up`, else port 3999. It sends the control key
 * that `DEVNET_CONTROL_KEY` holds.
 * @throws DevnetError INVALID_INPUT for a URL that is none
 */
export async function connect(context: Context, options: GlobalOptions): Promise<Client> {
  const base = await findUrl(context, options);
  const key = context.env[environmentName('control.key')];
  return async (method, path, body) => {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    };
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${base}${path}`, request).catch((cause: unknown) => {
      throw notReachable(`no devnet answers at ${base}`, cause);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!isRecord(answer)) throw notReachable(`${base} answers, but not as a devnet does (${path}: status ${response.status}, no JSON)`);
    if (response.status >= 400) throw gatewayError(answer, response.status);
    return { status: response.status, body: answer };
  };
}

async function findUrl({ env }: Context, { url }: GlobalOptions): Promise<string> {
  if (url !== undefined) return checkUrl(url, '--url');
  if (env['DEVNET_URL']) return checkUrl(env['DEVNET_URL'], 'DEVNET_URL');
  return (await findState(env))?.url ?? `http://127.0.0.1:${conventionalPorts.gateway}`;
}

function checkUrl(text: string, field: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw invalid(field, 'a URL such as http://127.0.0.1:3999', text);
  return text.replace(/\/+$/, '');
}

function notReachable(message: string, cause?: unknown): DevnetError {
  return new DevnetError('NOT_REACHABLE', message, {
    hint: 'start one with: stacks-devnet up; or name one with --url or DEVNET_URL',
    cause,
  });
}
