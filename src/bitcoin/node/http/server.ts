import { authorityOf, serveTcp } from '#platform/tcp-server.js';
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
  const server = await serveTcp({ host, port }, (socket) => serveConnection(socket, options), { noDelay: true, allowHalfOpen: true });
  return { url: `http://${authorityOf(host, server.port)}`, close: server.close };
}
