import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 20_000;

/** A message: topic, body as hex, and the count of its notification. */
export type Notification = [topic: string, body: string, count: number];

/** A subscriber of ZMTP 3.0, of the test's own making. */
export type TestSubscriber = {
  next(): Promise<Notification>;
  send(bytes: Buffer): void;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  /** Waits until the node has read everything so far: it answers a ping. */
  settled(): Promise<void>;
  isClosed(): boolean;
  pause(): void;
  resume(): void;
  close(): void;
};

export async function subscribe(address: string, topics: string[]): Promise<TestSubscriber> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const messages: Notification[] = [];
  const ready = Buffer.from('\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03SUB', 'latin1');
  let isReady = () => {};
  let commands = 0;
  const hasBegun = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  let unread = Buffer.alloc(0);
  let greeted = false;
  let parts: Buffer[] = [];
  let closed = false;
  socket.on('error', () => {});
  socket.once('close', () => {
    closed = true;
  });
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    if (!greeted && unread.length >= 64) {
      greeted = true;
      unread = Buffer.from(unread.subarray(64));
      socket.write(ready);
    }
    while (greeted && unread.length >= 2) {
      const flags = unread[0]!;
      const start = (flags & 2) !== 0 ? 9 : 2;
      if (unread.length < start) return;
      const length = start === 9 ? Number(unread.readBigUInt64BE(1)) : unread[1]!;
      if (unread.length < start + length) return;
      const body = Buffer.from(unread.subarray(start, start + length));
      unread = Buffer.from(unread.subarray(start + length));
      if ((flags & 4) !== 0) {
        isReady();
        commands++;
        continue;
      }
      parts.push(body);
      if ((flags & 1) !== 0) continue;
      messages.push([parts[0]!.toString(), parts[1]!.toString('hex'), parts[2]!.readUInt32LE(0)]);
      parts = [];
    }
  });
  const greeting = Buffer.alloc(64);
  greeting[0] = 0xff;
  greeting[9] = 0x7f;
  greeting[10] = 3;
  greeting.write('NULL', 12);
  // Each side waits for the other one: libzmq ends connections that are ahead of it.
  socket.write(greeting);
  await hasBegun;
  const change = (kind: number, topic: string) =>
    socket.write(Buffer.concat([Buffer.from([0, topic.length + 1, kind]), Buffer.from(topic)]));
  for (const topic of topics) change(1, topic);
  return {
    send: (bytes) => socket.write(bytes),
    subscribe: (topic) => change(1, topic),
    unsubscribe: (topic) => change(0, topic),
    settled: async () => {
      const before = commands;
      const deadline = Date.now() + DEADLINE_MS;
      socket.write(Buffer.from('\x04\x07\x04PING\0\0', 'latin1'));
      while (commands === before) {
        if (closed || Date.now() > deadline) throw new Error(`no pong${closed ? ': disconnected' : ''}`);
        await delay(1);
      }
    },
    isClosed: () => closed,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.destroy(),
    next: async () => {
      const deadline = Date.now() + DEADLINE_MS;
      for (;;) {
        const message = messages.shift();
        if (message !== undefined) return message;
        if (closed || Date.now() > deadline) throw new Error(`no notification${closed ? ': disconnected' : ''}`);
        await delay(1);
      }
    },
  };
}
