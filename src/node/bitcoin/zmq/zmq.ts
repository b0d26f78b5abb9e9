import type { NodeCore } from '../core.js';
import { messagesOf, type Topic } from './messages.js';
import { type Publisher, startPublisher } from './publisher.js';

/** A notification that is published, as in `getzmqnotifications`. */
export type ZmqNotification = {
  topic: Topic;
  /** `tcp://host:port`; with port 0, a free one. */
  address: string;
  /** The messages that may wait for a slow subscriber; further ones are dropped. @default 1000 */
  highWaterMark?: number | undefined;
};

/** Running notifications. */
export type ZmqNotifications = {
  /** With the ports that were chosen, in the order in which they are sent. */
  readonly notifications: Required<ZmqNotification>[];
  close(): Promise<void>;
};

/** Core's `DEFAULT_ZMQ_SNDHWM`. */
const HIGH_WATER_MARK = 1000;

/**
 * Publishes changes of the node over ZeroMQ as bitcoind does (doc/zmq.md of Bitcoin Core). Notifications with the same address share
 * a socket.
 * @throws TypeError for an address that is not `tcp://host:port`, or the system's error when it cannot listen
 */
export async function startZmq(core: NodeCore, wanted: readonly ZmqNotification[]): Promise<ZmqNotifications> {
  const targets = wanted.map((notification) => ({ ...notification, target: parseAddress(notification.address) }));
  const publishers = new Map<string, Publisher>();
  const close = async () => {
    await Promise.all([...publishers.values()].map((publisher) => publisher.close()));
  };
  try {
    for (const { address, target } of targets) if (!publishers.has(address)) publishers.set(address, await startPublisher(target));
  } catch (error) {
    await close();
    throw error;
  }

  const notifiers = targets.flatMap(({ topic, address, highWaterMark = HIGH_WATER_MARK }) => {
    const publisher = publishers.get(address);
    return publisher === undefined ? [] : [{ topic, address: publisher.address, highWaterMark, publisher, count: 0 }];
  });
  // bitcoind's order.
  notifiers.sort((a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : 0));
  const topics = new Set(notifiers.map(({ topic }) => topic));
  const unfollow = core.observers.add((change) => {
    for (const { topic, body } of messagesOf(change, topics)) {
      for (const notifier of notifiers) {
        if (notifier.topic !== topic) continue;
        const count = Buffer.alloc(4);
        count.writeUInt32LE(notifier.count);
        notifier.count = (notifier.count + 1) >>> 0;
        notifier.publisher.publish(topic, [Buffer.from(topic), body, count], notifier.highWaterMark);
      }
    }
  });
  return {
    notifications: notifiers.map(({ topic, address, highWaterMark }) => ({ topic, address, highWaterMark })),
    close: async () => {
      unfollow();
      await close();
    },
  };
}

function parseAddress(address: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^tcp:\/\/(?:\[([^\]]+)\]|([^:/]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535) {
    throw new TypeError(`"${address}" is no address for ZeroMQ. Expected tcp://host:port, such as tcp://127.0.0.1:28332.`);
  }
  return { host, port: Number(port) };
}
