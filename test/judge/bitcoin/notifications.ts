import { TOPICS } from '#dist/bitcoin/zmq-notification.js';
import { subscribe, type TestSubscriber } from '../../bitcoin/node/zmq/subscriber.js';
import type { Reach } from '../reach.js';
import type { Sides } from './sides.js';

/** What both nodes published since it began. */
export type Notifications = Disposable & {
  /** Compares everything up to the block of a hash, and yields the first difference. */
  until(block: string): AsyncGenerator<{ about: string; unequal: { path: string; embedded: unknown; real: unknown } }>;
};

/** Subscribes to both nodes, if both publish. */
export async function followNotifications({ ours, judge }: Sides, reach: Reach): Promise<Notifications | undefined> {
  const addresses = await Promise.all([ours.zmq(), judge.zmq()]);
  if (addresses.some((address) => address === undefined)) return undefined;
  const [mine, theirs] = (await Promise.all(addresses.map((address) => subscribe(address as string, [...TOPICS])))) as [
    TestSubscriber,
    TestSubscriber,
  ];
  await Promise.all([mine, theirs].map((subscriber) => subscriber.settled()));
  return {
    until: async function* (block) {
      const [published, judged] = await Promise.all([mine, theirs].map((subscriber) => readUntil(subscriber, block)));
      for (let at = 0; at < Math.max(published?.length ?? 0, judged?.length ?? 0); at++) {
        const [our, their] = [published?.[at], judged?.[at]];
        if (our !== undefined) reach.count(`zmq ${our[0]}`, false);
        if (our?.join() === their?.join()) continue;
        const path = `${kindOf(our)}, ${kindOf(their)}`;
        yield { about: 'zmq', unequal: { path, embedded: our ?? 'nothing', real: their ?? 'nothing' } };
        return;
      }
    },
    [Symbol.dispose]: () => {
      for (const subscriber of [mine, theirs]) subscriber.close();
    },
  };
}

type Message = [topic: string, body: string, count: number];

/** Reads up to the sequence of a block; `count` is counted from the first one of its topic. */
async function readUntil(subscriber: TestSubscriber, block: string): Promise<Message[]> {
  const first = new Map<string, number>();
  const all: Message[] = [];
  for (;;) {
    const [topic, body, count] = await subscriber.next();
    if (!first.has(topic)) first.set(topic, count);
    all.push([topic, body, count - (first.get(topic) ?? 0)]);
    if (topic === LAST && body === block) return all;
  }
}

/** Of a block that becomes the tip, both nodes publish this last. */
const LAST = 'rawblock';

function kindOf(message: Message | undefined): string {
  if (message === undefined) return 'nothing';
  return message[0] === 'sequence' ? `sequence ${Buffer.from(message[1].slice(64, 66), 'hex').toString()}` : message[0];
}
