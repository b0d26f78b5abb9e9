import { createServer, type Server, type Socket } from 'node:net';
import type { Debugging } from '../chains/stacks/debug.js';
import { encodeMessage, MessageReader } from './messages.js';
import { Session } from './session.js';
import type { SourceFile } from './sources.js';

export type DebugServer = { readonly port: number; close(): Promise<void> };

/** Serves the Debug Adapter Protocol. Each connection is a client of its own. @param options.port 0 selects a free one */
export async function startDebugServer(options: {
  readonly host: string;
  readonly port: number;
  readonly debugging: Debugging;
  readonly files: readonly SourceFile[];
}): Promise<DebugServer> {
  const { host, port, debugging, files } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, debugging, files);
    socket.on('close', () => sockets.delete(socket));
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function serve(socket: Socket, debugging: Debugging, files: readonly SourceFile[]): void {
  const reader = new MessageReader();
  const session = new Session({
    debugging,
    files,
    send: (message) => {
      if (socket.writable) socket.write(encodeMessage(message));
    },
    onEnd: () => socket.end(),
  });
  // Requests are answered in their order.
  let last = Promise.resolve();
  socket.on('data', (bytes) => {
    try {
      for (const message of reader.push(bytes)) last = last.then(() => session.handle(message));
    } catch {
      socket.destroy();
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => session.close());
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
