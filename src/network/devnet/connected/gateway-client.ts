import { defaultTimeout, USUAL_WAIT_MS } from '#platform/default-timeout.js';
import { createHttp, type HttpMethod, readBytes } from '#platform/http.js';
import { ownCommand } from '#platform/own-command.js';
import type { Readable } from '#platform/streams.js';
import { DevnetError, devnetErrorCodes, invalid } from '../../../base/error.js';
import { isRecord, parseJson } from '../../../base/json.js';
import { READS_CODE, readAdvice } from '../../../base/sent-advice.js';
import { within } from './deadline.js';

/** A successful response: a status below 400 and a JSON object, which is empty without a body. */
type GatewayAnswer = { status: number; body: Record<string, unknown> };
type GatewayRequest = {
  body?: unknown;
  /** A body that is no JSON. */
  bytes?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Whether the answer may take as long as the gateway waits. @default all methods but GET, since mining may take long */
  isLong?: boolean | undefined;
};

/** Calls the gateway of a running devnet. */
export type GatewayClient = {
  readonly url: string;
  /** @throws DevnetError with the gateway's code, NOT_REACHABLE, TIMEOUT, or the reason of the signal */
  ask(method: HttpMethod, path: string, request?: GatewayRequest): Promise<GatewayAnswer>;
  /** Requests a body that is no JSON. It must be read or destroyed. @throws DevnetError as `ask` */
  stream(path: string, signal: AbortSignal): Promise<Readable>;
};

export type GatewayClientOptions = {
  /** Base URL without trailing slash. */
  url: string;
  /** Opens `/devnet/v1` from other machines. */
  controlKey?: string | undefined;
  /** Deadline of a request that is not long, in ms. @default 30000; three times as much on a slow machine */
  timeoutMs?: number | undefined;
};

/** The longest answer to a request that is not long, in bytes. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/** A client of one gateway. Long requests have no deadline of their own: their signal ends them. */
export function createGatewayClient({ url, controlKey, timeoutMs }: GatewayClientOptions): GatewayClient {
  const http = createHttp();
  /** Runs a request to the gateway: its failure means that no devnet answers. */
  const reach = <T>(request: Promise<T>, signal: AbortSignal): Promise<T> =>
    request.catch((cause: unknown) => {
      throw signal.aborted ? cause : notReachable(`no devnet answers at ${url}`, cause);
    });
  const readAnswer = async (
    path: string,
    { status, body }: { status: number; body: Readable },
    signal: AbortSignal,
    maxBytes?: number,
  ): Promise<GatewayAnswer> => {
    const text = (await reach(readBytes(body, signal, maxBytes), signal)).toString('utf8');
    if (status === 204) return { status, body: {} };
    const answer = parseAnswer(text);
    if (answer === undefined) throw await notADevnet(`${path}: status ${status}, no JSON`, signal);
    if (status >= 400) throw gatewayError(answer, status);
    return { status, body: answer };
  };
  /** Something else answers at the URL: the RPC of a node, most likely. */
  const notADevnet = async (seen: string, signal: AbortSignal): Promise<DevnetError> => {
    const node = await nodeAt(signal).catch(() => undefined);
    if (node === undefined) return notReachable(`${url} answers, but not as a devnet does (${seen})`);
    const hint = `Pass the URL of the gateway: urls.gateway in code, or what "${ownCommand('status')}" prints.`;
    return new DevnetError('NOT_REACHABLE', `${url} is the RPC of a ${node} node, not the gateway of a devnet. ${hint}`, { hint });
  };
  const nodeAt = async (signal: AbortSignal): Promise<'Stacks' | 'Bitcoin' | undefined> => {
    const info = await http.send(`${url}/v2/info`, { signal });
    if (parseAnswer((await readBytes(info.body, signal, LONGEST_ANSWER)).toString('utf8'))?.['stacks_tip_height'] !== undefined)
      return 'Stacks';
    // bitcoind asks for its password.
    const rpc = await http.send(`${url}/`, { method: 'POST', body: Buffer.from('{}'), signal });
    rpc.body.destroy();
    return /jsonrpc/i.test(rpc.headers['www-authenticate'] ?? '') ? 'Bitcoin' : undefined;
  };
  return {
    url,
    ask(method, path, { body, bytes, signal, isLong = method !== 'GET' } = {}) {
      const headers = {
        accept: 'application/json',
        [READS_CODE]: '1',
        ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...controlHeaders(controlKey),
      };
      const sent = body === undefined ? bytes : Buffer.from(toJson(body));
      const limitMs = timeoutMs ?? defaultTimeout(USUAL_WAIT_MS);
      const late = `the devnet at ${url} did not answer ${method} ${path} within ${limitMs} ms`;
      return within(isLong ? undefined : limitMs, late, signal, async (ended) => {
        const answer = await reach(http.send(`${url}${path}`, { method, headers, body: sent, signal: ended }), ended);
        return readAnswer(path, answer, ended, isLong ? undefined : LONGEST_ANSWER);
      });
    },
    async stream(path, signal) {
      const answer = await reach(http.send(`${url}${path}`, { headers: controlHeaders(controlKey), signal }), signal);
      if (answer.status !== 200) await readAnswer(path, answer, signal);
      return answer.body;
    },
  };
}

/** Returns the headers for a gateway with a control key. */
export function controlHeaders(controlKey: string | undefined): Record<string, string> {
  return controlKey ? { authorization: `Bearer ${controlKey}` } : {};
}

/** Creates the error for a devnet that does not answer. */
function notReachable(message: string, cause?: unknown): DevnetError {
  return new DevnetError('NOT_REACHABLE', message, {
    hint: `start one with: ${ownCommand('up --detach')}; or name one with --url or DEVNET_URL`,
    cause,
  });
}

/** Converts an error body of the gateway, or of a pool. */
export function gatewayError(body: Record<string, unknown>, status: number): DevnetError {
  const code = devnetErrorCodes.find((known) => known === body['code']) ?? 'RPC';
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  return new DevnetError(code, text('error') ?? `the devnet answered with status ${status}`, {
    field: text('field'),
    expected: text('expected'),
    received: text('received'),
    hint: text('hint'),
    advice: readAdvice(body['advice']),
    lastSeen: text('lastSeen'),
    replacedBy: text('replacedBy'),
    reason: text('reason'),
  });
}

/** Parses a JSON object; undefined if it is none. */
export function parseAnswer(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    return isRecord(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a body as JSON. A bigint becomes digits, so that the gateway names the field where it expects none. @throws DevnetError INVALID_INPUT */
function toJson(body: unknown): string {
  try {
    return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  } catch {
    throw invalid('arguments', 'values that JSON can have', body);
  }
}
