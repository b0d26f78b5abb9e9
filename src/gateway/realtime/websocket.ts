import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from '#platform/websockets.js';
import type { OpenWebSocket } from '../../network/local.js';
import { keepSocket, type ServeClient, type SocketEvents } from './client-socket.js';

/** No request of a client's is longer, in bytes. */
const LONGEST = 64 * 1024;

/** Serves the websockets of one path. */
export type WebSockets = {
  /** Takes over a connection that becomes a websocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Serves a client in this process, without a connection. */
  connect: OpenWebSocket;
  close(): Promise<void>;
};

export function createWebSockets(serve: ServeClient): WebSockets {
  let server: WebSocketServer | undefined;
  const within = new Set<() => void>();
  return {
    handleUpgrade(request, socket, head) {
      server ??= new WebSocketServer({ noServer: true, maxPayload: LONGEST });
      server.handleUpgrade(request, socket, head, (client) => serve((events) => keepSocket(client, socket, events)));
    },
    connect({ onMessage, onClose }) {
      let events: SocketEvents | undefined;
      serve((given) => {
        events = given;
        return { write: (text) => onMessage(text.toString()) };
      });
      const close = (): void => {
        if (within.delete(close)) events?.onClose();
        onClose();
      };
      within.add(close);
      return { send: (text) => events?.onMessage(text), close };
    },
    async close() {
      for (const end of within) end();
      if (server === undefined) return;
      const listening = server;
      for (const client of listening.clients) client.terminate();
      await new Promise<void>((resolve) => listening.close(() => resolve()));
    },
  };
}
