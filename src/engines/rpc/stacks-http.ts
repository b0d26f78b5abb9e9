import { DevnetError } from '../../error.js';
import { type Json, parseExactJson } from '../../json.js';

export type StacksAnswer = { status: number; bytes: Buffer };

/** Requests to a stacks-node. All reject with DevnetError: RPC with the HTTP status, NOT_REACHABLE, TIMEOUT. */
export type StacksHttp = {
  /** @param timeoutMs deadline of this call @default 10000 */
  request(path: string, init?: RequestInit, timeoutMs?: number): Promise<StacksAnswer>;
  /** The JSON of a 200; undefined for one of the `absent` statuses. */
  getJson(
    path: string,
    options?: { timeoutMs?: number | undefined; absent?: readonly number[]; headers?: Record<string, string> },
  ): Promise<Json>;
};

/** Deadline of one call in ms. */
const TIMEOUT = 10_000;

/** @param url asked for every call: a service that was started anew may answer elsewhere */
export function createStacksHttp(url: () => string): StacksHttp {
  const request: StacksHttp['request'] = async (path, init = {}, timeoutMs = TIMEOUT) => {
    try {
      const response = await fetch(`${url()}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new DevnetError('TIMEOUT', `stacks-node did not answer ${path} within ${timeoutMs} ms`, { cause: error });
      }
      throw new DevnetError('NOT_REACHABLE', `no stacks-node answers at ${url()}`, { cause: error });
    }
  };
  return {
    request,
    async getJson(path, { timeoutMs, absent = [], headers = {} } = {}) {
      const answer = await request(path, { headers }, timeoutMs);
      if (absent.includes(answer.status)) return undefined;
      if (answer.status !== 200) throw refused(path, answer);
      try {
        return parseExactJson(answer.bytes.toString('utf8'));
      } catch (error) {
        throw new DevnetError('RPC', `stacks-node ${path}: the answer is not JSON`, { cause: error });
      }
    },
  };
}

/** The error for an answer that is not 200. */
export function refused(path: string, { status, bytes }: StacksAnswer): DevnetError {
  const reason = bytes.toString('utf8').slice(0, 300);
  return new DevnetError('RPC', `stacks-node ${path}: ${status} ${reason}`, { rpcCode: status, reason });
}
