import type { Socket } from '#platform/sockets.js';
import { createOutlet, streamSink } from '../../../base/outlet.js';
import { createMessageReader, encodeMessage, HEADER_SIZE, type Message } from './wire/message.js';
import { ProtocolError } from './wire/protocol-error.js';

/** Bytes by the name of the message, with headers. */
type Traffic = { bytes: number; byMessage: Map<string, number> /** Seconds since 1970, 0 for never. */; last: number };

/** Resolves when a message is handled that takes long; undefined if it is handled. The peer's next one waits. */
export type Later = Promise<void> | undefined;

/** A connection to a peer. */
export type Connection = {
  readonly sent: Traffic;
  readonly received: Traffic;
  send(command: string, payload?: Uint8Array): void;
  close(): void;
};

export type ConnectionEvents = {
  /** Handles a message. @throws ProtocolError to disconnect the peer */
  receive(message: Message): Later;
  /** Called before a message of `length` bytes is sent. */
  sending(command: string, length: number): void;
  /** Answers one pending request of the peer. @returns false if none is pending */
  serve(): boolean;
  /** Called with the reason before a message is skipped, or before the node ends the connection. */
  fault(reason: string): void;
  closed(): void;
};

/** While more bytes wait to be sent, the peer's messages wait, so that requests cannot fill the memory. Core's `-maxsendbuffer`. */
const MAX_WAITING_TO_SEND = 1_000_000;
/** A peer that reads nothing is disconnected at this number of bytes, which announcements and pings add up to. */
const MAX_UNREAD = 16_000_000;
/** Beyond this number of bytes the node reads no more until it has handled them. Core's `-maxreceivebuffer`. */
const MAX_READ_AHEAD = 5_000_000;
/** The time for messages before the node does other work, in milliseconds. */
const WORK_SLICE_MS = 20;
/** The messages that are counted by name, as in Core: other names are the peer's choice. */
const NAMES = new Set(
  (
    'addr addrv2 block blocktxn cfcheckpt cfheaders cfilter cmpctblock feefilter filteradd filterclear filterload getaddr getblocks ' +
    'getblocktxn getcfcheckpt getcfheaders getcfilters getdata getheaders headers inv mempool merkleblock notfound ping pong ' +
    'sendaddrv2 sendcmpct sendheaders sendtxrcncl tx verack version wtxidrelay'
  ).split(' '),
);
const OTHER = '*other*';
const NOTHING = new Uint8Array();

/** Serves one socket. Messages are handled one by one, in order. */
export function createConnection(
  socket: Socket,
  timer: () => number,
  { receive, serve, sending, fault, closed }: ConnectionEvents,
): Connection {
  const reader = createMessageReader((reason, bytes) => {
    count(received, OTHER, bytes);
    fault(reason);
  });
  const outlet = createOutlet(streamSink(socket, { fullAt: MAX_WAITING_TO_SEND }), { limit: MAX_UNREAD });
  const sent = createTraffic();
  const received = createTraffic();
  let next: NodeJS.Immediate | undefined;
  let isBusy = false;

  const work = () => {
    next = undefined;
    const end = performance.now() + WORK_SLICE_MS;
    while (!isBusy && !socket.destroyed && outlet.isFree()) {
      if (performance.now() > end) {
        schedule();
        break;
      }
      if (serve()) continue;
      const message = reader.next();
      if (message === undefined) break;
      count(received, message.command, HEADER_SIZE + message.payload.length);
      const later = receive(message);
      if (later !== undefined) finish(later);
    }
    if (reader.waiting() > MAX_READ_AHEAD) socket.pause();
    else if (socket.isPaused()) socket.resume();
  };
  const attempt = (step = work) => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      fault(`${error.message}, disconnecting`);
      // The peer reads the end of the connection. Without unread data on this side, it is no reset.
      socket.end();
      socket.destroySoon();
    }
  };
  const finish = (later: Promise<void>) => {
    isBusy = true;
    const goOn = (end: () => void) => {
      isBusy = false;
      attempt(end);
      schedule();
    };
    later.then(
      () => goOn(() => undefined),
      (error) =>
        goOn(() => {
          throw error;
        }),
    );
  };
  const schedule = () => {
    next ??= setImmediate(() => attempt());
  };

  socket.on('data', (chunk: Buffer) => {
    received.bytes += chunk.length;
    received.last = Math.floor(timer() / 1000);
    reader.push(chunk);
    if (next === undefined) attempt();
    else if (reader.waiting() > MAX_READ_AHEAD) socket.pause();
  });
  outlet.onFree(schedule);
  socket.on('end', () => socket.end());
  // Network errors of a peer are not errors of the node.
  socket.on('error', () => {});
  socket.once('close', () => {
    if (next !== undefined) clearImmediate(next);
    closed();
  });

  return {
    sent,
    received,
    send: (command, payload = NOTHING) => {
      if (!socket.writable) return;
      sending(command, payload.length);
      const bytes = encodeMessage(command, payload);
      count(sent, command, bytes.length);
      sent.bytes += bytes.length;
      sent.last = Math.floor(timer() / 1000);
      outlet.send(bytes);
    },
    close: () => socket.destroy(),
  };
}

function createTraffic(): Traffic {
  return { bytes: 0, byMessage: new Map(), last: 0 };
}

function count(traffic: Traffic, command: string, bytes: number): void {
  const name = NAMES.has(command) ? command : OTHER;
  traffic.byMessage.set(name, (traffic.byMessage.get(name) ?? 0) + bytes);
}
