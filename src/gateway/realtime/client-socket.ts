import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { createOutlet, streamSink } from '../../base/outlet.js';
import { PING_MS } from './ping.js';

export type ClientSocket = {
  /** Sends text. A client that does not read is disconnected. */
  write(text: string | Buffer): void;
};

/** What happens at a websocket: the client sends text, and leaves. */
export type SocketEvents = { onMessage(text: string): void; onClose(): void };

/** Serves one client, whose websocket begins with the call of `open`. */
export type ServeClient = (open: (events: SocketEvents) => ClientSocket) => void;

/**
 * Keeps the websocket of one client: pings it, and disconnects it if it neither answers nor reads.
 * @param connection below the websocket
 */
export function keepSocket(socket: WebSocket, connection: Duplex, { onMessage, onClose }: SocketEvents): ClientSocket {
  const gather = gatherWrites(connection);
  const write = (text: string | Uint8Array): void => {
    gather();
    socket.send(text, { binary: false });
  };
  const outlet = createOutlet({ ...streamSink(connection, { write }), isOpen: () => socket.readyState === socket.OPEN });
  let alive = true;
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS);
  socket.on('pong', () => {
    alive = true;
  });
  socket.on('error', () => undefined); // `close` follows
  socket.on('close', () => {
    clearInterval(timer);
    onClose();
  });
  socket.on('message', (data) => onMessage(data.toString()));
  return { write: outlet.send };
}

/**
 * Returns a function after whose call everything that is written in this turn of the event loop leaves at once: a block has many updates.
 */
function gatherWrites(connection: Duplex): () => void {
  let corked = false;
  return () => {
    if (corked) return;
    corked = true;
    connection.cork();
    setImmediate(() => {
      corked = false;
      connection.uncork();
    });
  };
}
