import { createServer, type Server, type Socket } from 'node:net';
import { type ConnectionOptions, serveConnection } from './connection.js';

/**
 * An HTTP server of what bitcoind needs of one, on sockets: Node's own takes three to four times as long for a request, and answers what is
 * malformed in another way than the library of bitcoind (libevent), whose answers these are.
 * @param port 0 takes a free one
 * @returns its URL without trailing slash, and what ends it: idempotent, open connections are cut
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
