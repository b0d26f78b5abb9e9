import { createHash } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const MAGIC = Buffer.from('fabfb5da', 'hex');
const DEADLINE_MS = 20_000;

type Message = { command: string; payload: Buffer };

/** A peer of the protocol's own making, which sends what it is told to. */
export type TestPeer = {
  /** The received messages, except those that `next` returned. */
  readonly received: Message[];
  send(command: string, payload?: Buffer): void;
  /** Sends any bytes. */
  sendRaw(bytes: Buffer): void;
  /** Removes and returns the first received message of this name, after any that come before it. */
  next(command: string): Promise<Buffer>;
  /** Waits until the node has handled all messages so far: it answers a ping. */
  settled(): Promise<void>;
  isClosed(): boolean;
  closed(): Promise<void>;
  /** Stops and continues reading. */
  pause(): void;
  close(): void;
};

export type GreetOptions = {
  version?: number;
  services?: bigint;
  relay?: boolean;
  wtxidRelay?: boolean;
  nonce?: bigint;
  startHeight?: number;
};

/** Connects without a greeting. @param localAddress an address of this machine, by which the node knows the peer */
export async function connectPeer(address: string, localAddress = '127.0.0.1'): Promise<TestPeer> {
  const [host, port] = address.split(':');
  const socket = connect({ port: Number(port), host: host as string, localAddress });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return createPeer(socket);
}

/** Connects and completes the handshake. */
export async function greetedPeer(address: string, options: GreetOptions = {}): Promise<TestPeer> {
  const peer = await connectPeer(address);
  await greet(peer, options);
  return peer;
}

/** Listens for one connection of a node. */
export async function listenForPeer(): Promise<{ address: string; peer: Promise<TestPeer>; close(): void }> {
  const server = createServer();
  const peer = new Promise<TestPeer>((resolve) => server.once('connection', (socket) => resolve(createPeer(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { address: `127.0.0.1:${address.port}`, peer, close: () => server.close() };
}

/** Sends a version and, where asked for, `wtxidrelay`, and ends the handshake. */
export async function greet(peer: TestPeer, options: GreetOptions = {}): Promise<void> {
  peer.send('version', versionPayload(options));
  await peer.next('version');
  if (options.wtxidRelay === true) peer.send('wtxidrelay');
  await peer.next('verack');
  peer.send('verack');
  await peer.settled();
}

export function versionPayload({ version = 70016, services = 9n, relay = true, nonce = 7n, startHeight = 0 }: GreetOptions = {}): Buffer {
  const head = Buffer.alloc(80);
  head.writeInt32LE(version);
  head.writeBigUInt64LE(services, 4);
  head.writeBigInt64LE(BigInt(Math.floor(Date.now() / 1000)), 12);
  head.writeBigUInt64LE(nonce, 72);
  const agent = Buffer.from('/test:1.0/');
  const tail = Buffer.alloc(5);
  tail.writeInt32LE(startHeight);
  tail[4] = relay ? 1 : 0;
  return Buffer.concat([head, Buffer.from([agent.length]), agent, tail]);
}

function createPeer(socket: Socket): TestPeer {
  const received: Message[] = [];
  let unread = Buffer.alloc(0);
  let isClosed = false;
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 24 && unread.length >= 24 + unread.readUInt32LE(16)) {
      const end = 24 + unread.readUInt32LE(16);
      const command = unread.toString('latin1', 4, 16).replace(/\0*$/, '');
      const payload = Buffer.from(unread.subarray(24, end));
      if (!checksum(payload).equals(unread.subarray(20, 24))) throw new Error(`wrong checksum of ${command}`);
      received.push({ command, payload });
      unread = Buffer.from(unread.subarray(end));
      if (command === 'ping') send('pong', payload);
    }
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    isClosed = true;
  });
  const send = (command: string, payload = Buffer.alloc(0)) => socket.write(frame(command, payload));
  const next = async (command: string) => {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const index = received.findIndex((message) => message.command === command);
      const [message] = index < 0 ? [] : received.splice(index, 1);
      if (message !== undefined) return message.payload;
      if (isClosed || Date.now() > deadline) {
        throw new Error(`no ${command}${isClosed ? ': disconnected' : ''}; received ${received.map((other) => other.command).join(', ')}`);
      }
      await delay(1);
    }
  };
  let pings = 0;
  return {
    received,
    send,
    sendRaw: (bytes) => socket.write(bytes),
    next,
    settled: async () => {
      const nonce = Buffer.alloc(8);
      nonce.writeUInt32LE(++pings);
      send('ping', nonce);
      for (let pong = await next('pong'); !pong.equals(nonce); pong = await next('pong'));
    },
    isClosed: () => isClosed,
    closed: async () => {
      const deadline = Date.now() + DEADLINE_MS;
      while (!isClosed) {
        if (Date.now() > deadline) throw new Error('still connected');
        await delay(1);
      }
    },
    pause: () => socket.pause(),
    close: () => socket.destroy(),
  };
}

/** A message in wire form. */
export function frame(command: string, payload: Buffer): Buffer {
  const header = Buffer.alloc(24);
  MAGIC.copy(header);
  header.write(command, 4, 'latin1');
  header.writeUInt32LE(payload.length, 16);
  checksum(payload).copy(header, 20);
  return Buffer.concat([header, payload]);
}

function checksum(payload: Buffer): Buffer {
  return sha256(sha256(payload)).subarray(0, 4);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** `inv`, `getdata` or `notfound` of display order hashes. */
export function inventory(...items: [type: number, hash: string][]): Buffer {
  const count = Buffer.alloc(3);
  count[0] = 0xfd;
  count.writeUInt16LE(items.length, 1);
  const entries = items.map(([type, hash]) => {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32LE(type);
    return Buffer.concat([prefix, Buffer.from(hash, 'hex').reverse()]);
  });
  return Buffer.concat([items.length < 0xfd ? Buffer.from([items.length]) : count, ...entries]);
}

/** The items of such a message. */
export function readInventory(payload: Buffer): [type: number, hash: string][] {
  const start = payload[0] === 0xfd ? 3 : 1;
  const items: [number, string][] = [];
  for (let at = start; at < payload.length; at += 36) {
    items.push([
      payload.readUInt32LE(at),
      Buffer.from(payload.subarray(at + 4, at + 36))
        .reverse()
        .toString('hex'),
    ]);
  }
  return items;
}

/** `getheaders` or `getblocks`. */
export function locator(hashes: string[], stop = '0'.repeat(64)): Buffer {
  const version = Buffer.alloc(5);
  version.writeUInt32LE(70016);
  version[4] = hashes.length;
  return Buffer.concat([version, ...[...hashes, stop].map((hash) => Buffer.from(hash, 'hex').reverse())]);
}

/** `headers` of raw headers of 80 bytes. */
export function headers(raw: Buffer[]): Buffer {
  const count = Buffer.alloc(3);
  count[0] = 0xfd;
  count.writeUInt16LE(raw.length, 1);
  return Buffer.concat([raw.length < 0xfd ? Buffer.from([raw.length]) : count, ...raw.flatMap((header) => [header, Buffer.alloc(1)])]);
}

/** The hashes in a `headers` message. */
export function readHeaders(payload: Buffer): string[] {
  const start = payload[0] === 0xfd ? 3 : 1;
  const hashes: string[] = [];
  for (let at = start; at < payload.length; at += 81) hashes.push(hashOf(payload.subarray(at, at + 80)));
  return hashes;
}

/** The display order hash of a raw header. */
export function hashOf(header: Buffer): string {
  return Buffer.from(sha256(sha256(header)))
    .reverse()
    .toString('hex');
}
