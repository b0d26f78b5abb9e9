import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'socket.io';
import { DevnetError } from '../../base/error.js';
import { createOutlet } from '../../base/outlet.js';
import { PING_MS } from './ping.js';
import { checkTopic, type Topic } from './topics.js';
import type { Updates } from './updates.js';

export type SocketIo = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
};

/** The API's Socket.IO, over websockets. The library is loaded by the call. */
export async function createSocketIo(updates: Updates): Promise<SocketIo> {
  const { Server } = await import('socket.io');
  // It replaces the listeners of the server that it attaches to, so it gets a separate server, which never listens.
  const io = new Server(createServer(), {
    transports: ['websocket'],
    serveClient: false,
    cors: { origin: '*' },
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
  });
  io.use((socket, next) => {
    try {
      for (const topic of queryTopics(socket)) void socket.join(checkTopic(topic));
      next();
    } catch (error) {
      next(new Error(error instanceof DevnetError ? `Invalid topic: ${error.received}` : 'Invalid topic'));
    }
  });
  // Once for all clients: the library then encodes an update once.
  const leave = updates.add({
    wants: (topic) => io.of('/').adapter.rooms.has(topic),
    send: (topic, subject, update) => io.to(topic).emit(topic, ...subject, update),
  });
  io.on('connection', (socket) => {
    limitBacklog(socket);
    socket.on('subscribe', (topics: unknown, done: unknown) => {
      const names = readTopics([topics]);
      // As the API does: an invalid topic gets no answer.
      if (names === undefined) return;
      for (const name of names) void socket.join(name);
      if (typeof done === 'function') done(null);
    });
    socket.on('unsubscribe', (...topics: unknown[]) => {
      for (const name of readTopics(topics) ?? []) void socket.leave(name);
    });
  });
  return {
    handleUpgrade(request, socket, head) {
      // The library's type leaves out what its own attaching calls.
      const engine = io.engine as unknown as SocketIo;
      engine.handleUpgrade(request, socket, head);
    },
    async close() {
      leave();
      await io.close();
    },
  };
}

/** The library buffers messages for a slow client without limit. */
function limitBacklog({ conn }: Socket): void {
  let waiting = 0;
  const outlet = createOutlet({
    write: () => undefined,
    waiting: () => waiting,
    isFull: () => waiting > 0,
    isOpen: () => conn.readyState === 'open',
    destroy: () => conn.close(true),
    onDrain: (listener) => conn.on('drain', listener),
    onClose: (listener) => conn.once('close', listener),
  });
  conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
    outlet.check();
    waiting += data.length;
  });
  conn.prependListener('drain', () => {
    waiting = 0;
  });
}

function queryTopics(socket: Socket): string[] {
  const { subscriptions } = socket.handshake.query;
  return [subscriptions ?? []].flat().flatMap((list) => list.split(',').filter((topic) => topic !== ''));
}

function readTopics(values: readonly unknown[]): Topic[] | undefined {
  try {
    return values
      .flat()
      .filter((value) => typeof value === 'string')
      .map(checkTopic);
  } catch {
    return undefined;
  }
}
