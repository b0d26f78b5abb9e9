import { createServer, type IncomingMessage, type ServerResponse } from '#platform/http-messages.js';
import { authorityOf, listenOn } from '#platform/tcp-server.js';
import type { AskRpc, RpcAnswer, RpcQuestion } from '../../protocol/client/ask.js';
import { askWithFaults } from '../../protocol/client/ask-with-faults.js';
import type { RpcFaults } from '../../rpc-faults.js';
import type { RpcNode } from './node.js';
import { UNDECODABLE } from './request.js';
import { respond, undecodableAnswer } from './respond.js';

/** Where a server listens: `port` 0 selects a free port. `rpcFaults` is asked for each request. */
export type ServerOptions = { host: string; port: number; rpcFaults?: (() => RpcFaults | undefined) | undefined };

/**
 * Serves stacks-node's RPC.
 * @throws the system's error when it cannot listen there
 */
export async function startServer(
  node: RpcNode,
  { host, port, rpcFaults }: ServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const ask: AskRpc = (question) => respond(node, question);
  const answer = (question: RpcQuestion): Promise<RpcAnswer | undefined> => {
    const active = rpcFaults?.();
    return active === undefined ? ask(question) : askWithFaults(ask, active, question);
  };
  const server = createServer((request, response) => {
    const { method = 'GET', url: target = '/', headers } = request;
    const question = { method, target, contentType: headers['content-type'], authorization: headers.authorization, body: request };
    const asked = isDecodable(request) ? answer(question) : Promise.resolve(undecodableAnswer(node));
    asked
      .then((answered) => (answered === undefined ? response.destroy() : send(response, answered)))
      // The client disconnected before the end of its body.
      .catch(() => response.destroy());
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: text/plain', `Content-Length: ${UNDECODABLE.length}`, 'Connection: close'];
    socket.end(`${head.join('\r\n')}\r\n\r\n${UNDECODABLE}`);
  });
  server.keepAliveTimeout = 60_000;
  const chosen = await listenOn(server, { host, port });
  let closing: Promise<void> | undefined;
  return {
    url: `http://${authorityOf(host, chosen)}`,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

/** Whether stacks-node accepts a request's headers: it supports neither chunked bodies nor upgrades. */
function isDecodable({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && /^(?:close|keep-alive)$/i.test(headers.connection ?? 'close');
}

function send(response: ServerResponse, { status, headers, body }: RpcAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}
