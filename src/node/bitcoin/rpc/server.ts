import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { NodeCore } from '../core.js';
import { sha256 } from '../crypto/hash.js';
import type { MethodContext, RunningCall } from './method.js';

export type RpcServerOptions = {
  core: NodeCore;
  host: string;
  /** 0 takes a free one. */
  port: number;
  user: string;
  password: string;
  /** Called once a client's `stop` is answered. */
  onStop: () => void;
  /** How long a client may take to send a request, in milliseconds. @default 30000, as in bitcoind */
  requestTimeoutMs?: number | undefined;
};

/** bitcoind's limits: 32 MiB of body, 8 KiB of headers. */
const MAX_BODY_SIZE = 0x02000000;
const MAX_HEADER_SIZE = 8192;
/** What bitcoind's HTTP library lets through; bitcoind itself knows nothing of DELETE. */
const HTTP_METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE'];
const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
const MAX_CHECK_INTERVAL_MS = 1_000;

/**
 * Serves JSON-RPC over HTTP as bitcoind does.
 * @returns its URL without trailing slash, and what ends it: idempotent, open connections are cut
 * @throws the system's error when it cannot listen
 */
export async function startServer({
  core,
  host,
  port,
  user,
  password,
  onStop,
  requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
}: RpcServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const isAllowed = credentialCheck(user, password);
  const shared = { core, startedAt: performance.now(), running: new Set<RunningCall>(), logged: new Set<string>() };

  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_SIZE,
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, MAX_CHECK_INTERVAL_MS),
      noDelay: true,
    },
    (request, response) => {
      const path = request.url ?? '/';
      if (!HTTP_METHODS.includes(request.method ?? '')) return sendText(response, 501, '');
      if (request.method === 'DELETE') return sendText(response, 405, '');
      if (path !== '/' && !path.startsWith('/wallet/')) return sendText(response, 404, '');
      if (request.method !== 'POST') return sendText(response, 405, 'JSONRPC server handles only POST requests');
      if (!isAllowed(request.headers.authorization)) {
        response.setHeader('WWW-Authenticate', 'Basic realm="jsonrpc"');
        return sendText(response, 401, '');
      }
      readBody(request, response, (body) => {
        void answer(body, response);
      });
    },
  );

  let handling: ReturnType<typeof loadHandling> | undefined;
  const answer = async (body: string, response: ServerResponse) => {
    let stopping = false;
    const context: MethodContext = {
      ...shared,
      onGone: (listener) => {
        response.once('close', listener);
      },
      stop: () => {
        stopping = true;
      },
    };
    // What a network that starts does not need before it is asked.
    handling ??= loadHandling();
    const { handleBody, findMethod } = await handling;
    const { status, body: text } = await handleBody(body, findMethod, context);
    if (response.destroyed) return;
    if (status !== 204) response.setHeader('Content-Type', 'application/json');
    if (stopping) response.once('finish', onStop);
    send(response, status, text);
  };

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  let closed: Promise<void> | undefined;
  return {
    url: urlOf(host, server.address()),
    close: () => {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

async function loadHandling() {
  const [{ handleBody }, { createMethodLookup }] = await Promise.all([import('./handle-body.js'), import('./find-method.js')]);
  return { handleBody, findMethod: createMethodLookup() };
}

function urlOf(host: string, address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Compares digests, so that neither time nor length tells anything of the secret. */
function credentialCheck(user: string, password: string): (header: string | undefined) => boolean {
  const expected = sha256(Buffer.from(`${user}:${password}`));
  return (header) => header?.startsWith('Basic ') === true && timingSafeEqual(sha256(Buffer.from(header.slice(6), 'base64')), expected);
}

function readBody(request: IncomingMessage, response: ServerResponse, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_SIZE) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    request.pause();
    response.once('finish', () => request.destroy());
    response.setHeader('Connection', 'close');
    send(response, 413, '');
  });
  request.on('end', () => {
    if (size <= MAX_BODY_SIZE) done(Buffer.concat(chunks).toString('utf8'));
  });
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.setHeader('Content-Type', 'text/html; charset=ISO-8859-1');
  send(response, status, text);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
