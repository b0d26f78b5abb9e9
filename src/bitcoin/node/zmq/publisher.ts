import type { Socket } from '#platform/sockets.js';
import { authorityOf, serveTcp } from '#platform/tcp-server.js';
import { encodeMessage } from './frames.js';
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
  const server = await serveTcp(
    { host, port },
    (socket) => {
      subscribers.set(socket, serveSubscriber(socket));
      socket.once('close', () => subscribers.delete(socket));
    },
    { noDelay: true },
  );
  return {
    address: `tcp://${authorityOf(host, server.port)}`,
    publish: (topic, parts, limit) => {
      let encoded: Uint8Array | undefined;
      const encode = (): Uint8Array => {
        encoded ??= encodeMessage(parts);
        return encoded;
      };
      for (const subscriber of subscribers.values()) subscriber.send(topic, encode, limit);
    },
    close: server.close,
  };
}
