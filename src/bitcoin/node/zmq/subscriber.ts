import type { Socket } from '#platform/sockets.js';
import { createOutlet, streamSink } from '../../../base/outlet.js';
import { encodePong, type Frame, GREETING, GREETING_SIZE, isSupported, parseCommand, READY, readFrame } from './frames.js';

/** A connected subscriber. */
export type Subscriber = {
  /** Sends a message if a subscription matches its topic. Drops it while `limit` messages wait, as ZeroMQ does. @param encode called for a match */
  send(topic: string, encode: () => Uint8Array, limit: number): void;
};

/** Subscribers send only subscriptions: topics, which are short. */
const MAX_FRAME = 1024;
const MAX_SUBSCRIPTIONS = 1000;
const SUBSCRIBE = 1;
const CANCEL = 0;

/** Serves one subscriber (ZMTP 3.0, socket type PUB). Disconnects it when it breaks the protocol. */
export function serveSubscriber(socket: Socket): Subscriber {
  /** Prefixes of topics with the number of their subscriptions. */
  const prefixes = new Map<string, number>();
  let unread: Buffer = Buffer.alloc(0);
  let greeted = false;
  let waiting = 0;
  const outlet = createOutlet(streamSink(socket), { limit: Number.POSITIVE_INFINITY });

  const change = (kind: number | undefined, prefix: string) => {
    const count = (prefixes.get(prefix) ?? 0) + (kind === SUBSCRIBE ? 1 : -1);
    if (count <= 0) prefixes.delete(prefix);
    else if (prefixes.size < MAX_SUBSCRIPTIONS || prefixes.has(prefix)) prefixes.set(prefix, count);
  };
  const handle = ({ isCommand, body }: Frame) => {
    if (!isCommand) {
      if (body[0] === SUBSCRIBE || body[0] === CANCEL) change(body[0], body.toString('latin1', 1));
      return;
    }
    const command = parseCommand(body);
    if (command.name === 'SUBSCRIBE') change(SUBSCRIBE, command.body.toString('latin1'));
    else if (command.name === 'CANCEL') change(CANCEL, command.body.toString('latin1'));
    else if (command.name === 'PING') outlet.send(encodePong(command.body));
  };
  const read = () => {
    if (!greeted) {
      if (unread.length < GREETING_SIZE) return;
      if (!isSupported(unread)) throw new RangeError('not ZMTP 3');
      greeted = true;
      unread = unread.subarray(GREETING_SIZE);
      socket.write(READY);
    }
    for (let next = readFrame(unread, MAX_FRAME); next !== undefined; next = readFrame(unread, MAX_FRAME)) {
      unread = next.rest;
      handle(next.frame);
    }
  };

  socket.write(GREETING);
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    try {
      read();
      // Each ping has an answer: a subscriber that reads none is not read, either.
      if (outlet.isFree()) return;
      socket.pause();
      void outlet.free().then(() => socket.resume());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      socket.destroy();
    }
  });
  socket.on('end', () => socket.end());
  // Network errors of a subscriber are not errors of the node.
  socket.on('error', () => {});

  return {
    send: (topic, encode, limit) => {
      if (waiting >= limit || !socket.writable || ![...prefixes.keys()].some((prefix) => topic.startsWith(prefix))) return;
      waiting++;
      socket.write(encode(), () => {
        waiting--;
      });
    },
  };
}
