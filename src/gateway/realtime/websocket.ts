import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** No request of a client's is longer, in bytes. */
const LONGEST = 64 * 1024;

/** @param serve is called for each client, with the connection below its websocket */
export function createWebSockets(serve: (client: WebSocket, connection: Duplex) => void): {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
} {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST });
  return {
    handleUpgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (client: WebSocket) => serve(client, socket));
    },
    close() {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
