import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request as sendPlain } from 'node:http';
import type { Readable } from 'node:stream';
import { DevnetError } from '../error.js';

/** One request to the Stacks node. */
type NodeRequest = {
  method: string;
  /** Path and query, as the client sent them. */
  path: string;
  headers?: OutgoingHttpHeaders | undefined;
  body?: Readable | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
};

/** The head of the node's answer; its body streams from `body` and must be read or destroyed. */
export type NodeAnswer = { status: number; headers: IncomingHttpHeaders; body: IncomingMessage };

/** The Stacks node's RPC over kept-alive connections. */
export type NodeClient = {
  /** @throws DevnetError NOT_REACHABLE when no answer comes */
  send(request: NodeRequest): Promise<NodeAnswer>;
  /** A GET whose answer is JSON; undefined when the node says 404. @throws DevnetError NOT_REACHABLE, RPC */
  getJson(path: string): Promise<unknown>;
  close(): void;
};

/** Below the 5 s after which Node's own server drops an idle connection, so that a request never meets a closing one. */
const IDLE_MS = 4_000;

/** @param baseUrl the node's, without trailing slash */
export function createNodeClient(baseUrl: string): NodeClient {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const secure = protocol === 'https:';
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' });
  const base = pathname.replace(/\/$/, '');
  const target = { host: hostname.replace(/^\[|\]$/g, ''), ...(port !== '' && { port: Number(port) }) };

  const send = async ({ method, path, headers, body, signal }: NodeRequest): Promise<NodeAnswer> => {
    const request = secure ? (await import('node:https')).request : sendPlain;
    return new Promise((resolve, reject) => {
      const options = {
        ...target,
        ...(!secure && { agent }),
        method,
        path: `${base}${path}`,
        headers: headers ?? {},
        ...(signal && { signal }),
      };
      const outgoing = request(options);
      outgoing.on('response', (answer) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer }));
      outgoing.on('error', (error) => {
        const retry = method === 'GET' && outgoing.reusedSocket && isReset(error);
        if (retry) send({ method, path, headers, signal }).then(resolve, reject);
        else reject(new DevnetError('NOT_REACHABLE', `the Stacks node at ${baseUrl} does not answer: ${error.message}`, { cause: error }));
      });
      if (body === undefined) outgoing.end();
      else if (body instanceof Uint8Array) outgoing.end(body);
      else body.on('error', (error) => outgoing.destroy(error)).pipe(outgoing);
    });
  };

  return {
    send,
    async getJson(path) {
      const { status, body } = await send({ method: 'GET', path, headers: { accept: 'application/json' } });
      const text = await readText(body);
      if (status === 404) return undefined;
      if (status !== 200) throw new DevnetError('RPC', `the Stacks node answered ${status} to GET ${path}: ${text.slice(0, 200)}`);
      return parse(text, path);
    },
    close: () => agent.destroy(),
  };
}

/** Reads a whole answer as text. @throws DevnetError NOT_REACHABLE when it is cut off */
export async function readText(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new DevnetError('NOT_REACHABLE', 'the Stacks node broke off in the middle of an answer', { cause: error });
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DevnetError('RPC', `the Stacks node's answer to GET ${path} is not JSON`, { cause: error });
  }
}

/** The connection was kept from an earlier request and the node closed it meanwhile: the request was never read. */
function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
