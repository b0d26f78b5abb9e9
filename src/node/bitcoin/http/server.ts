import { createServer, type Server, type Socket } from 'node:net';
import { type ConnectionOptions, serveConnection } from './connection.js';

/**
 * Starts an HTTP server on sockets with the features that bitcoind's JSON-RPC needs. With `node:http` a payment takes 10 % longer:
 * docs/decisions/0019-own-http-and-address-codecs.md. Malformed requests get the replies of bitcoind's HTTP library (libevent).
 * @param port 0 for a free port
 * @returns its URL without trailing slash, and an idempotent function that stops it and cuts open connections
 * @throws the system's error when it cannot listen
 */
export async function startHttpServer({
  host,
  port,
  ...options
}: ConnectionOptions & { host: string; port: number }): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  let closed: Promise<void> | undefined;
  return {
    url: urlOf(host, server),
    close: () => {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
      return closed;
    },
  };
}

function urlOf(host: string, server: Server): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
