import { createServer as createHttpServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BitcoinIndex } from '../esplora/follow-node.js';
import { createPortGuard, type PortAccess } from '../system/port-guard.js';
import { LineReader } from './lines.js';
import { createSession, type Session } from './session.js';
import { statusOf } from './status.js';

export type ElectrumOptions = PortAccess & {
  host: string;
  /** 0 selects a free one. */
  port: number;
  /** The index that answers. */
  index: BitcoinIndex;
  /** Calls a listener when the chain or the mempool of the node may have changed. @returns a function that stops it */
  subscribe(listener: () => void): () => void;
  /** The name and the version of the server, for clients. */
  software: string;
  /** The name under which clients reach it. */
  name: string;
  onWarning?: ((message: string) => void) | undefined;
};

export type ElectrumServer = { readonly port: number; close(): Promise<void> };

/** The most bytes of a message: a package of 25 transactions of the mempool's policy has fewer. */
const LARGEST_MESSAGE = 8_000_000;
/** Bytes that wait for a client; one that has more does not read, and is disconnected. */
const BACKLOG = 32_000_000;

/**
 * Serves the Electrum protocol, versions 1.4 to 1.6 (spesmilo/electrum-protocol), over TCP with one message in each line, and over WebSocket on the same
 * port. The index is read at the first request.
 * @throws the system's error for a port that is taken
 */
export async function startElectrumServer(options: ElectrumOptions): Promise<ElectrumServer> {
  const { host, port, index, subscribe, software, name, onWarning = () => undefined } = options;
  const sessions = new Set<Session>();
  const sockets = new Set<Socket>();
  const facts = { software, host: name, port };
  const open = (connection: Pick<Parameters<typeof createSession>[0], 'write' | 'end'>): Session => {
    const session = createSession({ ...connection, index, server: facts, onWarning });
    sessions.add(session);
    return session;
  };
  const webSockets = serveWebSockets(options, (socket) => {
    const session = open({
      write: (text) => (socket.bufferedAmount > BACKLOG ? socket.terminate() : socket.send(text)),
      end: () => socket.close(),
    });
    socket.on('message', (data) => session.receive(data.toString()));
    socket.on('error', () => undefined); // `close` follows
    socket.on('close', () => sessions.delete(session));
  });
  const serveLines = (socket: Socket): void => {
    const reader = new LineReader(LARGEST_MESSAGE);
    const session = open({
      write: (text) => void (socket.writableLength > BACKLOG ? socket.destroy() : socket.writable && socket.write(`${text}\n`)),
      end: () => socket.end(),
    });
    socket.on('data', (chunk) => {
      try {
        for (const line of reader.push(chunk)) session.receive(line);
      } catch {
        socket.destroy();
      }
    });
    socket.on('close', () => sessions.delete(session));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // `close` follows
    socket.on('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    // The first byte tells: a message begins with a bracket, a request of HTTP with a letter. So a form of a web page is never read as messages.
    socket.once('data', (chunk) => {
      socket.pause();
      const isHttp = /^[A-Z]/.test(chunk.toString('latin1', 0, 1));
      if (isHttp) webSockets.accept(socket);
      else serveLines(socket);
      socket.unshift(chunk);
      socket.resume();
    });
  });
  facts.port = await listen(server, host, port);

  const look = (): void => {
    if (sessions.size > 0) index.current().catch((error) => onWarning(`notifications of the Electrum server are late: ${error}`));
  };
  const stopIndex = index.subscribe((_, chain) => {
    const statuses = new Map<string, string | null>();
    const statusNow = (hash: string): string | null => {
      const known = statuses.get(hash);
      const status = known === undefined ? statusOf(hash, chain) : known;
      statuses.set(hash, status);
      return status;
    };
    for (const session of sessions) session.tell(chain, statusNow);
  });
  const stopEvents = subscribe(look);
  return {
    port: facts.port,
    async close() {
      stopIndex();
      stopEvents();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Takes connections that begin with a request of HTTP: WebSockets, and nothing else. */
function serveWebSockets(
  { host, allowedHosts, origins }: Pick<ElectrumOptions, 'host' | 'allowedHosts' | 'origins'>,
  serve: (socket: WebSocket) => void,
): { accept(socket: Socket): void } {
  const guard = createPortGuard({ host, what: 'the Electrum server', allowedHosts, origins });
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const http = createHttpServer((_, response) => {
    response
      .writeHead(426, { 'content-type': 'text/plain', connection: 'close' })
      .end('This port speaks the Electrum protocol, over TCP and WebSocket.\n');
  });
  http.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const header = (field: string): string | undefined => request.headers[field]?.toString();
    const refused = guard({ method: request.method ?? '', header });
    if (refused === undefined) webSockets.handleUpgrade(request, connection, head, serve);
    else connection.end(`HTTP/1.1 403 ${STATUS_CODES[403]}\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${refused.message}\n`);
  });
  return { accept: (socket) => void http.emit('connection', socket) };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
