import { createServer as createHttpServer, type IncomingMessage, STATUS_CODES } from '#platform/http-messages.js';
import { createPortGuard, type PortAccess } from '#platform/port-guard.js';
import type { Socket } from '#platform/sockets.js';
import type { Duplex } from '#platform/streams.js';
import { serveTcp, type TcpAddress, type TcpServer } from '#platform/tcp-server.js';
import { type WebSocket, WebSocketServer } from '#platform/websockets.js';
import { createOutlet, type Sink, streamSink } from '../../base/outlet.js';
import type { BitcoinIndex } from '../esplora/follow-node.js';
import { Histories } from './histories.js';
import { LineReader } from './lines.js';
import { createSession, type Session, type SessionOptions } from './session.js';
import { statusOf } from './status.js';

export type ElectrumOptions = PortAccess &
  TcpAddress & {
    /** The index that answers. */
    index: BitcoinIndex;
    /** Calls a listener when the chain or the mempool of the node may have changed. @returns a function that stops it */
    subscribe(listener: () => void): () => void;
    /** The name and the version of the server, for clients. */
    software: string;
    /** The name under which clients reach it. */
    name: string;
    onWarning?: ((message: string) => void) | undefined;
    /** How long a client may take for the head of a request of HTTP, in ms. @default 60000 */
    headMs?: number | undefined;
  };

/** The most bytes of a message: a package of 25 transactions of the mempool's policy has fewer. */
const LARGEST_MESSAGE = 8_000_000;
/** How many bytes may wait for a client: the answers of one batch have fewer. */
const BACKLOG = 32_000_000;

/**
 * Serves the Electrum protocol, versions 1.4 to 1.6 (spesmilo/electrum-protocol), over TCP with one message in each line, and over
 * WebSocket on the same port. The index is read at the first request.
 * @throws the system's error for a port that is taken
 */
export async function startElectrumServer(options: ElectrumOptions): Promise<TcpServer> {
  const { index, subscribe, software, name, onWarning = () => undefined } = options;
  const sessions = new Set<Session>();
  const histories = new Histories();
  /** @returns a function that answers messages. Nothing is read meanwhile, so that requests of one client cannot fill the memory */
  const open = (connection: Connection): ((texts: readonly string[]) => void) => {
    const outlet = createOutlet(connection.sink, { limit: BACKLOG });
    const session = createSession({
      write: outlet.send,
      end: connection.end,
      index,
      histories,
      server: { software, host: name, port: server.port },
      onWarning,
    });
    sessions.add(session);
    connection.onClose(() => {
      session.close();
      sessions.delete(session);
    });
    return (texts) => {
      connection.pause();
      void Promise.all(texts.map(session.receive)).then(outlet.free).then(connection.resume);
    };
  };
  const webSockets = serveWebSockets(options, (socket, stream) => {
    const receive = open({
      sink: streamSink(stream, { write: (text) => socket.send(text, { binary: false }) }),
      end: () => socket.close(),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      onClose: (listener) => socket.on('close', listener),
    });
    socket.on('message', (data) => receive([data.toString()]));
    socket.on('error', () => undefined); // `close` follows
  });
  const serveLines = (socket: Socket): void => {
    const reader = new LineReader(LARGEST_MESSAGE);
    const receive = open({
      sink: streamSink(socket, { write: (text) => writeLine(socket, text) }),
      end: () => socket.end(),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      onClose: (listener) => socket.on('close', listener),
    });
    socket.on('data', (chunk) => {
      try {
        receive(reader.push(chunk));
      } catch {
        socket.destroy();
      }
    });
  };
  const server = await serveTcp(options, (socket) => {
    socket.on('error', () => undefined); // `close` follows
    socket.setNoDelay(true);
    // A message begins with a bracket, a request of HTTP with a letter. So a form of a web page is never read as messages.
    socket.once('data', (chunk) => {
      socket.pause();
      const isHttp = /^[A-Z]/.test(chunk.toString('latin1', 0, 1));
      if (isHttp) webSockets.accept(socket);
      else serveLines(socket);
      socket.unshift(chunk);
      socket.resume();
    });
  });

  const stopIndex = index.subscribe((_, chain) => {
    const statuses = new Map<string, string | null>();
    const statusNow = (hash: string): string | null => {
      const known = statuses.get(hash);
      const status = known === undefined ? statusOf(hash, chain, histories) : known;
      statuses.set(hash, status);
      return status;
    };
    for (const session of sessions) session.notify(chain, statusNow);
  });
  const stopEvents = subscribe(() => {
    if (sessions.size > 0) index.current().catch((error) => onWarning(`notifications of the Electrum server are late: ${error}`));
  });
  return {
    port: server.port,
    close() {
      stopIndex();
      stopEvents();
      return server.close();
    },
  };
}

/** Both parts leave at once. */
function writeLine(socket: Socket, text: string | Uint8Array): void {
  socket.cork();
  socket.write(text);
  socket.write('\n');
  socket.uncork();
}

/** What a session needs of its connection. */
type Connection = Pick<SessionOptions, 'end'> & {
  sink: Sink;
  /** Stops and continues reading. */
  pause(): void;
  resume(): void;
  onClose(listener: () => void): void;
};

/** Takes connections that begin with a request of HTTP: WebSockets, and nothing else. */
function serveWebSockets(
  { host, allowedHosts, origins, headMs = 60_000 }: Pick<ElectrumOptions, 'host' | 'allowedHosts' | 'origins' | 'headMs'>,
  serve: (socket: WebSocket, stream: Duplex) => void,
): { accept(socket: Socket): void } {
  const guard = createPortGuard({ host, what: 'the Electrum server', allowedHosts, origins });
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const http = createHttpServer((_, response) => {
    response
      .writeHead(426, { 'content-type': 'text/plain', connection: 'close' })
      .end('This port speaks the Electrum protocol, over TCP and WebSocket.\n');
  });
  // Node looks for late heads only on ports that it listens on itself.
  const late = new WeakMap<Duplex, NodeJS.Timeout>();
  http.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    clearTimeout(late.get(connection));
    const header = (field: string): string | undefined => request.headers[field]?.toString();
    const refused = guard({ method: request.method ?? '', header });
    if (refused === undefined) webSockets.handleUpgrade(request, connection, head, (socket: WebSocket) => serve(socket, connection));
    else connection.end(`HTTP/1.1 403 ${STATUS_CODES[403]}\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${refused.message}\n`);
  });
  return {
    accept(socket) {
      const timer = setTimeout(() => socket.destroy(), headMs);
      late.set(socket, timer);
      socket.once('close', () => clearTimeout(timer));
      http.emit('connection', socket);
    },
  };
}
