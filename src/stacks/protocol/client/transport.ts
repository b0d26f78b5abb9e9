import { createHttp, type HttpRequest } from '#platform/http.js';
import type { IncomingHttpHeaders } from '#platform/http-messages.js';
import type { Readable } from '#platform/streams.js';
import { DevnetError } from '../../../base/error.js';
import type { AskRpc } from './ask.js';

/** One request to a Stacks node: path and query as they go over the wire. */
export type StacksRequest = HttpRequest & { path: string };
/** The head of the node's answer; a body that streams must be read or destroyed. */
export type StacksAnswer = { status: number; headers: IncomingHttpHeaders; body: Readable | Buffer };

/** How requests get to a Stacks node. */
export type StacksTransport = {
  /** @throws DevnetError NOT_REACHABLE when no answer comes; the reason of the request's signal */
  send(request: StacksRequest): Promise<StacksAnswer>;
  close(): void;
};

export type StacksTransportOptions = {
  /** Without trailing slash. A function is asked before every request: a service that restarted may answer elsewhere. */
  rpcUrl: string | (() => string);
  /** Asks a node in this process without a connection. @default over HTTP */
  ask?: AskRpc | undefined;
};

export function createStacksTransport({ rpcUrl, ask }: StacksTransportOptions): StacksTransport {
  return ask === undefined ? overHttp(typeof rpcUrl === 'string' ? () => rpcUrl : rpcUrl) : withinProcess(ask);
}

function overHttp(baseUrl: () => string): StacksTransport {
  const http = createHttp();
  return {
    async send({ path, ...request }) {
      const url = baseUrl();
      try {
        return await http.send(`${url}${path}`, request);
      } catch (error) {
        if (request.signal?.aborted === true) throw error;
        const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
        throw new DevnetError('NOT_REACHABLE', `no Stacks node answers at ${url}${code}`, { cause: error });
      }
    },
    close: http.close,
  };
}

function withinProcess(ask: AskRpc): StacksTransport {
  return {
    async send({ method = 'GET', path, headers = {}, body, signal }) {
      signal?.throwIfAborted();
      const { 'content-type': type, authorization } = headers;
      const answer = await ask({
        method,
        target: path,
        contentType: type === undefined ? undefined : String(type),
        authorization: authorization === undefined ? undefined : String(authorization),
        body,
      });
      const lower: Record<string, string> = {};
      for (const name in answer.headers) lower[name.toLowerCase()] = answer.headers[name] ?? '';
      return { status: answer.status, headers: lower, body: Buffer.from(answer.body) };
    },
    close: () => undefined,
  };
}
