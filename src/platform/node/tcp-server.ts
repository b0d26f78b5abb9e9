import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';
import { reachableHost } from './reachable-host.js';

/** Where a server listens. A port of 0 selects a free one. */
export type TcpAddress = { host: string; port: number };

/** A server that listens. `close` may be called any number of times: it ends all connections and frees the port. */
export type TcpServer = { readonly port: number; close(): Promise<void> };

/** Starts a server that passes each connection to a function. @throws the system's error if it cannot listen */
export async function serveTcp(address: TcpAddress, serve: (socket: Socket) => void, options: ServerOpts = {}): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer(options, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket);
  });
  const port = await listenOn(server, address);
  let closed: Promise<void> | undefined;
  return {
    port,
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
      return closed;
    },
  };
}

/** Resolves with the port when a server listens. @throws the system's error if it cannot */
export function listenOn(server: Server, { host, port }: TcpAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Returns the `host:port` at which this machine reaches a server that listens on `host`, with an IPv6 address in brackets. */
export function authorityOf(host: string, port: number): string {
  const reachable = reachableHost(host);
  return reachable.includes(':') ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}
