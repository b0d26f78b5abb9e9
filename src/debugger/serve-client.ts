import type { Socket } from 'node:net';
import type { Debugging } from '../chains/stacks/debug.js';
import { encodeMessage, MessageReader } from './messages.js';
import { Session } from './session.js';
import type { SourceFile } from './sources.js';

/** Serves the Debug Adapter Protocol to the client of a connection. */
export function serveClient(socket: Socket, debugging: Debugging, files: readonly SourceFile[]): void {
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
