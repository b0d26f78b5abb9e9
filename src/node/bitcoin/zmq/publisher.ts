import { createServer, type Socket } from 'node:net';
import { type Subscriber, serveSubscriber } from './subscriber.js';

/** A ZeroMQ socket of the type PUB at one address. */
export type Publisher = {
  /** `tcp://host:port`. */
  readonly address: string;
  /** Sends a message to the subscribers of its topic. @param limit the messages that may wait for a slow subscriber */
  publish(topic: string, parts: readonly Uint8Array[], limit: number): void;
  /** Stops it and disconnects the subscribers. */
  close(): Promise<void>;
};

/** Listens. `port` 0 selects a free one. @throws the system's error when it cannot listen */
export async function startPublisher({ host, port }: { host: string; port: number }): Promise<Publisher> {
  const subscribers = new Map<Socket, Subscriber>();
  const server = createServer({ noDelay: true }, (socket) => {
    subscribers.set(socket, serveSubscriber(socket));
    socket.once('close', () => subscribers.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const listening = server.address();
  const chosen = typeof listening === 'object' && listening !== null ? listening.port : port;
  return {
    address: `tcp://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    publish: (topic, parts, limit) => {
      for (const subscriber of subscribers.values()) subscriber.send(topic, parts, limit);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of subscribers.keys()) socket.destroy();
      }),
  };
}
