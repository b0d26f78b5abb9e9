import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Headers of the upgrade, which are removed from the request. */
const OFFER = new Set(['upgrade', 'http2-settings']);

/**
 * Serves a request with an `Upgrade` header as if it had none, which RFC 9110 §7.8 allows: Java's HTTP client offers `h2c` with each
 * request. Node has detached the connection from its parser by then, so that the request is put back in front of the remaining bytes.
 */
export function declineUpgrade(request: IncomingMessage, socket: Socket & { server?: Server }, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    const key = name.toLowerCase();
    const kept = key === 'connection' ? withoutOffer(value) : value;
    if (!OFFER.has(key) && kept !== '') lines.push(`${name}: ${kept}`);
  }
  if (head.length > 0) socket.unshift(head);
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  // The server that listens, not the one of the app.
  socket.server?.emit('connection', socket);
}

function withoutOffer(connection: string): string {
  const tokens = connection.split(',').map((token) => token.trim());
  return tokens.filter((token) => !OFFER.has(token.toLowerCase())).join(', ');
}
