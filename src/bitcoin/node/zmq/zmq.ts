import { endpointOf, type ZmqNotification } from '../../zmq-notification.js';
import type { NodeCore } from '../core.js';
import { messagesOf } from './messages.js';
import type { ZmqNotifications } from './notifications.js';
import { type Publisher, startPublisher } from './publisher.js';

/** Core's `DEFAULT_ZMQ_SNDHWM`. */
const HIGH_WATER_MARK = 1000;

/**
 * Publishes changes of the node over ZeroMQ as bitcoind does (doc/zmq.md of Bitcoin Core). Notifications with the same address share
 * a socket.
 * @throws TypeError for an address that is not `tcp://host:port`, or the system's error when it cannot listen
 */
export async function startZmq(core: NodeCore, wanted: readonly ZmqNotification[]): Promise<ZmqNotifications> {
  const publishers = new Map<string, Publisher>();
  const close = async () => {
    await Promise.all([...publishers.values()].map((publisher) => publisher.close()));
  };
  try {
    for (const { address } of wanted) {
      const endpoint = endpointOf(address);
      if (endpoint === undefined) throw new TypeError(`"${address}" is not tcp://host:port`);
      if (!publishers.has(address)) publishers.set(address, await startPublisher(endpoint));
    }
  } catch (error) {
    await close();
    throw error;
  }

  const notifiers = wanted.flatMap(({ topic, address, highWaterMark = HIGH_WATER_MARK }) => {
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
