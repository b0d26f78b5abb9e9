import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App } from '../schema-types.js';
import type { UpdateServices } from './updates.js';

/** Takes over connections that become websockets. */
type Acceptor = { handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void; close(): Promise<void> };

/**
 * Serves the API's two realtime protocols: JSON-RPC at `/extended/v1/ws` and Socket.IO at `/socket.io`. What they need is loaded by
 * the first client; an upgrade anywhere else is refused with 404.
 */
export function addRealtime(app: App, services: UpdateServices): void {
  const acceptors = new Map<string, Promise<Acceptor>>();
  let updates: Promise<import('./updates.js').Updates> | undefined;
  const load = async (path: string): Promise<Acceptor> => {
    updates ??= import('./updates.js').then(({ createUpdates }) => createUpdates(services));
    if (path === '/socket.io') return (await import('./socket-io.js')).createSocketIo(await updates);
    return (await import('./websocket.js')).createWebSockets(await updates);
  };
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (request.url ?? '').split('?')[0]?.replace(/\/$/, '') ?? '';
    socket.on('error', () => socket.destroy());
    if (path !== '/extended/v1/ws' && path !== '/socket.io') return refuse(socket, '404 Not Found');
    const acceptor = acceptors.get(path) ?? load(path);
    acceptors.set(path, acceptor);
    acceptor.then(
      (ready) => ready.handleUpgrade(request, socket, head),
      (error) => {
        services.onWarning?.(`websockets cannot be served: ${error}`);
        refuse(socket, '503 Service Unavailable');
      },
    );
  });
  app.addHook('preClose', async () => {
    for (const acceptor of acceptors.values()) await (await acceptor).close();
    (await updates)?.close();
  });
}

function refuse(socket: Duplex, status: string): void {
  const body = JSON.stringify({ error: 'no websocket is served here', code: 'NOT_FOUND' });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
