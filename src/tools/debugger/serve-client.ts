import type { Socket } from 'node:net';
import { createOutlet, streamSink } from '../../base/outlet.js';
import type { Debugging } from '../../clarity/debug.js';
import { type DapMessage, encodeMessage, MessageReader } from './messages.js';
import { Session } from './session.js';
import type { SourceFile } from './sources.js';

/** How many bytes of events may wait for a client. */
const BACKLOG = 16_000_000;

/** How many bytes of requests may wait for the answers before them. */
const READ_AHEAD = 1_000_000;

/** Serves the Debug Adapter Protocol to the client of a connection. */
export function serveClient(socket: Socket, debugging: Debugging, files: readonly SourceFile[]): void {
  const reader = new MessageReader();
  const outlet = createOutlet(streamSink(socket), { limit: BACKLOG });
  const session = new Session({
    debugging,
    files,
    send: (message) => outlet.send(encodeMessage(message)),
    onEnd: () => socket.end(),
  });
  /** Answers requests in their order. One waits while the client does not read the answers before it. */
  const handle = async (messages: readonly DapMessage[]): Promise<void> => {
    for (const message of messages) {
      await outlet.free();
      if (!outlet.isOpen()) return;
      await session.handle(message);
    }
  };
  let last = Promise.resolve();
  let unhandled = 0;
  socket.on('data', (bytes) => {
    try {
      const messages = reader.push(bytes);
      unhandled += bytes.length;
      last = last
        .then(() => handle(messages))
        .then(() => {
          unhandled -= bytes.length;
          if (unhandled <= READ_AHEAD) socket.resume();
        });
    } catch {
      socket.destroy();
    }
    // The end of a connection is read, too, while a request waits. So reading stops only before requests fill the memory.
    if (unhandled > READ_AHEAD) socket.pause();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => session.close());
}
