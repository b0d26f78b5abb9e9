import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.js';
import { dispatch, textAnswer } from './dispatch.js';
import type { RpcNode } from './node.js';
import { UNDECODABLE } from './request.js';

/** The largest body that the node takes: 16 MB and a little. */
const MAX_BODY = 16 * 1024 * 1024 + 1;

/**
 * Serves stacks-node's RPC.
 * @param port 0 takes a free one
 * @throws the system's error when it cannot listen there
 */
export async function startServer(
  node: RpcNode,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    readBody(request)
      .then((body) => {
        const { method = 'GET', url: target = '/', headers } = request;
        if (headers.host === undefined) return textAnswer(400, UNDECODABLE);
        return body === undefined
          ? textAnswer(400, 'Failed to decode: Invalid Http request: body is too big')
          : dispatch(node, { method, target, contentType: headers['content-type'], body });
      })
      .then((answer) => send(response, answer, node.state.ledger.tip.height))
      // the client went away while it sent
      .catch(() => response.destroy());
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: text/plain', `Content-Length: ${UNDECODABLE.length}`, 'Connection: close'];
    socket.end(`${head.join('\r\n')}\r\n\r\n${UNDECODABLE}`);
  });
  server.keepAliveTimeout = 60_000;
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${shown}:${address.port}`,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, contentType, body, allow }: Answer, tipHeight: number): void {
  const headers: Record<string, string | number> = {
    Server: 'stacks/2.0',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'origin, content-type',
    'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
  };
  if (status < 400) headers['X-Canonical-Stacks-Tip-Height'] = tipHeight;
  if (allow !== undefined) headers['Allow'] = allow;
  response.writeHead(status, headers);
  response.end(body);
}
