import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'socket.io';
import { DevnetError } from '../../error.js';
import { BACKLOG, PING_MS } from './slow-clients.js';
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
  io.on('connection', (socket) => {
    cutOffSlow(socket);
    const leave = updates.add({
      wants: (topic) => socket.rooms.has(topic),
      send: (topic, subject, update) => socket.emit(topic, ...subject, update),
    });
    socket.on('disconnect', leave);
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
    close: () => io.close(),
  };
}

/** The library buffers messages for a slow client without limit. */
function cutOffSlow({ conn }: Socket): void {
  let waiting = 0;
  conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
    waiting += data.length;
    if (waiting > BACKLOG) conn.close(true);
  });
  conn.on('drain', () => {
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
