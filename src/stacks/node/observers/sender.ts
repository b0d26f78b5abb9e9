import { type Agent, request } from '#platform/http-messages.js';
import { delay } from '#platform/timers.js';

/** An event for an observer; the body is JSON, in parts. */
export type ObserverEvent = { readonly path: string; readonly body: readonly Buffer[] };

/** Brings events to one observer. */
export type Sender = { send(event: ObserverEvent): void; close(): void };

type SenderOptions = {
  /** `host:port` */
  endpoint: string;
  agent: Agent;
  warn: (message: string) => void;
  /** How many bytes may wait. */
  heldLimit: number;
};

/** An event that waits, with the one after it: an observer that is away for long leaves many. */
type Held = { readonly event: ObserverEvent; next: Held | undefined };

/** Milliseconds until an observer has answered. */
const TIMEOUT = 30_000;
/** The pauses between attempts, in milliseconds: each twice as long as the one before. */
const PAUSE = { first: 100, longest: 1_000 } as const;
/** A single failure may be that of a connection that the observer had closed meanwhile. */
const FAILURES_BEFORE_WARNING = 2;
const MIB = 1024 * 1024;

/**
 * Posts one event at a time, again and again until the observer answers 200, as stacks-node does; the others wait. Beyond the limit the
 * observer gets those that wait and none after them: with a gap, an indexer could not link the next block to its parent.
 */
export function createSender({ endpoint, agent, warn, heldLimit }: SenderOptions): Sender {
  const closing = new AbortController();
  const { signal } = closing;
  let first: Held | undefined;
  let last: Held | undefined;
  const held = { events: 0, bytes: 0 };
  let isFull = false;

  async function deliver(): Promise<void> {
    while (first !== undefined) {
      const delivered: Held = first;
      await deliverOne(delivered.event);
      if (signal.aborted) return;
      first = delivered.next;
      held.events--;
      held.bytes -= sizeOf(delivered.event);
    }
  }

  async function deliverOne(event: ObserverEvent): Promise<void> {
    let pause: number = PAUSE.first;
    for (let failures = 1; !signal.aborted; failures++) {
      const problem = await post(event);
      if (problem === undefined || signal.aborted) return;
      if (failures === FAILURES_BEFORE_WARNING) {
        warn(`the event observer at ${endpoint} does not take ${event.path}: ${problem}. All events wait for it until it answers 200`);
      }
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(2 * pause, PAUSE.longest);
    }
  }

  /** @returns what was wrong */
  function post({ path, body }: ObserverEvent): Promise<string | undefined> {
    return new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': sizeOf({ body }) };
      const sent = request(`http://${endpoint}${path}`, { method: 'POST', agent, headers, timeout: TIMEOUT, signal }, (response) => {
        const { statusCode } = response.resume();
        response.on('close', () => resolve(statusCode === 200 ? undefined : `it answered ${statusCode}`));
      });
      sent.on('timeout', () => sent.destroy(new Error(`it did not answer within ${TIMEOUT} ms`)));
      sent.on('error', ({ message }) => resolve(message));
      for (const part of body) sent.write(part);
      sent.end();
    });
  }

  return {
    send(event) {
      if (isFull || signal.aborted) return;
      const size = sizeOf(event);
      // A single event may be larger than all that may wait.
      if (held.events > 0 && held.bytes + size > heldLimit) {
        isFull = true;
        const amount = `${held.events} events of ${Math.round(held.bytes / MIB)} MiB`;
        warn(`the event observer at ${endpoint} has ${amount} waiting, and gets none after them: ${event.path} is the first that it loses`);
        return;
      }
      const link: Held = { event, next: undefined };
      held.events++;
      held.bytes += size;
      if (last !== undefined) last.next = link;
      last = link;
      if (first !== undefined) return;
      first = link;
      void deliver();
    },
    close() {
      closing.abort();
      first = undefined;
      last = undefined;
    },
  };
}

/** In bytes. */
function sizeOf({ body }: Pick<ObserverEvent, 'body'>): number {
  return body.reduce((sum, part) => sum + part.length, 0);
}
