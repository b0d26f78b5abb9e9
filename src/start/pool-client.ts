import { createHttp, type HttpMethod, readBytes } from '#platform/http.js';
import { ownCommand } from '#platform/own-command.js';
import { DevnetError } from '../base/error.js';
import { gatewayError, parseAnswer } from '../network/connected.js';

/** A request to a pool. */
type PoolRequest = {
  body?: object | undefined;
  /** The secret of a lease. */
  secret?: string | undefined;
  /** How long the pool may wait before it answers, in seconds. */
  waitSeconds?: number | undefined;
  signal: AbortSignal;
};

/** The error of a pool, and when to ask again: only if it is full. */
type PoolFailure = { error: DevnetError; retrySeconds: number | undefined };

/** Calls a pool. */
export type PoolClient = {
  /** @throws DevnetError NOT_REACHABLE, or the reason of the signal */
  ask(method: HttpMethod, path: string, request: PoolRequest): Promise<{ body: Record<string, unknown> } | PoolFailure>;
  close(): void;
};

/** In bytes: an answer has the URLs and accounts of one network. */
const LONGEST_ANSWER = 1024 * 1024;

/** @param options.url without trailing slash; @param options.key the API key of the team */
export function createPoolClient({ url, key }: { url: string; key: string | undefined }): PoolClient {
  const http = createHttp();
  return {
    async ask(method, path, { body, secret, waitSeconds, signal }) {
      const headers = {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'x-api-key': key }),
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(waitSeconds !== undefined && { prefer: `wait=${waitSeconds}` }),
      };
      const bytes = body && Buffer.from(JSON.stringify(body));
      const { status, text, retry } = await (async () => {
        const answer = await http.send(`${url}${path}`, { method, headers, body: bytes, signal });
        const read = (await readBytes(answer.body, signal, LONGEST_ANSWER)).toString('utf8');
        return { status: answer.status, text: read, retry: answer.headers['retry-after'] };
      })().catch((cause: unknown) => {
        throw signal.aborted ? cause : notReachable(`no pool answers at ${url}`, cause);
      });
      const answer = status === 204 ? {} : parseAnswer(text);
      if (answer === undefined) throw notReachable(`${url} answers, but not as a pool does (${path}: status ${status}, no JSON)`);
      if (status < 400) return { body: answer };
      return { error: gatewayError(answer, status), retrySeconds: status === 503 || status === 429 ? Number(retry) || 1 : undefined };
    },
    close: http.close,
  };
}

function notReachable(message: string, cause?: unknown): DevnetError {
  return new DevnetError('NOT_REACHABLE', message, { hint: `Start one with: ${ownCommand('pool')}; or unset DEVNET_POOL`, cause });
}
