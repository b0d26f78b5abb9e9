import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendPlain } from 'node:http';
import type { Readable } from 'node:stream';
import { DevnetError } from '../error.js';
import type { GatewayDevnet } from './services.js';

/** One request to the Stacks node. */
type NodeRequest = {
  method: string;
  /** Path and query, as the client sent them. */
  path: string;
  headers?: OutgoingHttpHeaders | undefined;
  body?: Readable | Uint8Array | undefined;
};

/** The head of the node's answer; a body that streams must be read or destroyed. */
export type NodeAnswer = { status: number; headers: IncomingHttpHeaders; body: Readable | Buffer };

/** The Stacks node's RPC. */
export type NodeClient = {
  /** @throws DevnetError NOT_REACHABLE when no answer comes */
  send(request: NodeRequest): Promise<NodeAnswer>;
  /** A GET whose answer is JSON; undefined when the node says 404. @throws DevnetError NOT_REACHABLE, RPC */
  getJson(path: string): Promise<unknown>;
  close(): void;
};

/** Below the 5 s after which Node's own server drops an idle connection, so that a request never meets a closing one. */
const IDLE_MS = 4_000;

/**
 * Asks a node over kept-alive connections, or without any where it can be asked so.
 * @param baseUrl the node's, without trailing slash
 * @param ask of a node in this process
 */
export function createNodeClient(baseUrl: string, ask?: GatewayDevnet['askStacks']): NodeClient {
  const { send, close } = ask === undefined ? overHttp(baseUrl) : { send: within(ask), close: () => undefined };
  return {
    send,
    async getJson(path) {
      const { status, body } = await send({ method: 'GET', path, headers: { accept: 'application/json' } });
      const text = await readText(body);
      if (status === 404) return undefined;
      if (status !== 200) throw new DevnetError('RPC', `the Stacks node answered ${status} to GET ${path}: ${text.slice(0, 200)}`);
      return parse(text, path);
    },
    close,
  };
}

type Send = NodeClient['send'];

function within(ask: NonNullable<GatewayDevnet['askStacks']>): Send {
  return async ({ method, path, headers = {}, body }) => {
    const type = headers['content-type'];
    const answer = await ask({ method, target: path, contentType: type === undefined ? undefined : String(type), body });
    const names = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
    // as bytes, which the gateway's framework leaves alone
    return { status: answer.status, headers: Object.fromEntries(names), body: Buffer.from(answer.body) };
  };
}

function overHttp(baseUrl: string): { send: Send; close(): void } {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const secure = protocol === 'https:';
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' });
  const base = pathname.replace(/\/$/, '');
  const target = { host: hostname.replace(/^\[|\]$/g, ''), ...(port !== '' && { port: Number(port) }) };

  const send: Send = async ({ method, path, headers, body }) => {
    const request = secure ? (await import('node:https')).request : sendPlain;
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...target, ...(!secure && { agent }), method, path: `${base}${path}`, headers: headers ?? {} });
      outgoing.on('response', (answer) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer }));
      outgoing.on('error', (error) => {
        const retry = method === 'GET' && outgoing.reusedSocket && isReset(error);
        if (retry) send({ method, path, headers }).then(resolve, reject);
        else reject(new DevnetError('NOT_REACHABLE', `the Stacks node at ${baseUrl} does not answer: ${error.message}`, { cause: error }));
      });
      if (body === undefined) outgoing.end();
      else if (body instanceof Uint8Array) outgoing.end(body);
      else body.on('error', (error) => outgoing.destroy(error)).pipe(outgoing);
    });
  };

  return { send, close: () => agent.destroy() };
}

/** Reads a whole answer as text. @throws DevnetError NOT_REACHABLE when it is cut off */
export async function readText(body: NodeAnswer['body']): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString();
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
