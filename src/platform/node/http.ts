import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendPlain } from 'node:http';
import type { Readable } from 'node:stream';
import { isBytes } from '../../base/is-bytes.js';

export { readBytes } from './read-bytes.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type HttpRequest = {
  /** @default 'GET' */
  method?: string | undefined;
  headers?: OutgoingHttpHeaders | undefined;
  body?: Readable | Uint8Array | undefined;
  /** Aborts the request and the reading of its answer. @default none */
  signal?: AbortSignal | undefined;
};
/** The head of an answer. The body must be read or destroyed. */
type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Readable };

/** Sends requests over connections that it reuses. Idle connections do not keep the process alive. */
export type Http = {
  /** Rejects with the connection's error, or with the reason of `signal`. */
  send(url: string, request?: HttpRequest): Promise<HttpAnswer>;
  /** Closes idle connections, and those in use. */
  close(): void;
};

/** In ms. Node's server closes idle connections after 5 s; a shorter time avoids requests on a closing connection. */
const IDLE = 4_000;
/** The attempts of one GET. */
const GET_ATTEMPTS = 3;

/** Creates an HTTP client from Node's own: `fetch` takes 25 ms to load, and several times as long for each request. */
export function createHttp(): Http {
  const agent = new Agent({ keepAlive: true, timeout: IDLE, scheduling: 'lifo' });
  let secureAgent: import('node:https').Agent | undefined;
  let closings = 0;

  const transport = async (url: string) => {
    if (!url.startsWith('https:')) return { request: sendPlain, agent };
    const https = await import('node:https');
    secureAgent ??= new https.Agent({ keepAlive: true, timeout: IDLE, scheduling: 'lifo' });
    return { request: https.request, agent: secureAgent };
  };
  const send = async (url: string, given: HttpRequest, attempt: number): Promise<HttpAnswer> => {
    const { method = 'GET', headers = {}, body, signal } = given;
    const { request, agent: connections } = await transport(url);
    signal?.throwIfAborted();
    const before = closings;
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { agent: connections, method, headers, ...(signal && { signal }) });
      outgoing.on('response', (answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }));
      outgoing.on('error', (error) => {
        // A GET changes nothing, so it is safe to repeat if a reused connection closes before the answer.
        if (method === 'GET' && body === undefined && isReset(error) && closings === before && attempt < GET_ATTEMPTS) {
          send(url, given, attempt + 1).then(resolve, reject);
        }
        // The error of an aborted request hides the reason.
        else reject(signal?.aborted === true ? signal.reason : error);
      });
      if (body === undefined) outgoing.end();
      else if (isBytes(body)) outgoing.end(body);
      else body.on('error', (error) => outgoing.destroy(error)).pipe(outgoing);
    });
  };

  return {
    send: (url, request = {}) => send(url, request, 1),
    close() {
      closings++;
      agent.destroy();
      secureAgent?.destroy();
    },
  };
}

/** The other side closed the connection. */
function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
