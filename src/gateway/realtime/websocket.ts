import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveJsonRpc } from './json-rpc.js';
import type { Updates } from './updates.js';

/** No request of a client's is longer, in bytes. */
const LONGEST = 64 * 1024;

export function createWebSockets(updates: Updates): {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
} {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST });
  return {
    handleUpgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (client: WebSocket) => serveJsonRpc(client, socket, updates));
    },
    close() {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
