import { type ClientRequest, get, type IncomingMessage } from '#platform/http-messages.js';
import { createInterface } from '#platform/streams.js';
import { messageOf } from '../../../base/error.js';
import type { DevnetEvent } from '../../data.js';
import { eventSchemas, eventTypes } from '../answers/events.js';
import { readAnswer } from '../answers/read.js';
import { controlHeaders, type GatewayClientOptions, parseAnswer } from './gateway-client.js';

/** The events of a devnet in another process, while there are listeners. */
export type EventStream = {
  subscribe(listener: (event: DevnetEvent) => void): () => void;
  /** Resolves once the stream is open or cannot be opened; at once without listeners. */
  opened(): Promise<void>;
  close(): void;
};

/** The delay before a broken stream is opened again, in ms. */
const RETRY_MS = 500;

/**
 * Reads `GET /devnet/v1/events` (server-sent events) from the first listener to the last. After a break it resumes after the last
 * event that came, as far back as the gateway remembers.
 */
export function createEventStream({ url, controlKey }: GatewayClientOptions): EventStream {
  const listeners = new Set<(event: DevnetEvent) => void>();
  let request: ClientRequest | undefined;
  let retry: NodeJS.Timeout | undefined;
  let lastId: string | undefined;
  let opened = Promise.resolve();

  const open = (): void => {
    opened = new Promise((resolve) => {
      const headers = { accept: 'text/event-stream', ...controlHeaders(controlKey), ...(lastId && { 'last-event-id': lastId }) };
      const own = get(`${url}/devnet/v1/events`, { headers, agent: false });
      const again = (): void => {
        resolve();
        if (request === own) retry = setTimeout(open, RETRY_MS);
      };
      request = own;
      own.on('response', (response) => {
        resolve();
        if (response.statusCode !== 200) {
          response.resume();
          return;
        }
        readEvents(response, (id, event) => {
          lastId = id ?? lastId;
          if (request === own) for (const listener of [...listeners]) listener(event);
        });
      });
      own.on('error', () => undefined); // `close` follows
      own.on('close', again);
    });
  };
  const close = (): void => {
    clearTimeout(retry);
    const own = request;
    request = undefined;
    lastId = undefined;
    own?.destroy();
  };

  return {
    subscribe(listener) {
      // A listener of its own, also when the same function listens twice.
      const own = (event: DevnetEvent): void => listener(event);
      listeners.add(own);
      if (listeners.size === 1) open();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) close();
      };
    },
    opened: () => opened,
    close() {
      listeners.clear();
      close();
    },
  };
}

/** Server-sent events (WHATWG HTML, 9.2.6), of which each has one line of data. */
function readEvents(response: IncomingMessage, onEvent: (id: string | undefined, event: DevnetEvent) => void): void {
  let id: string | undefined;
  response.on('error', () => undefined); // the request's `close` follows
  const lines = createInterface(response);
  lines.on('error', () => undefined);
  lines.on('line', (line) => {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name !== 'data') return;
    const event = readEvent(value);
    if (event !== undefined) onEvent(id, event);
  });
}

/**
 * Reads the data of an event; undefined for `gap`, because events that a break lost cannot be recovered, for types that this version does
 * not know, and for what is no event. No call waits for these answers, so a warning of the process says what is wrong with one.
 */
function readEvent(data: string): DevnetEvent | undefined {
  const event = parseAnswer(data);
  const type = eventTypes.find((known) => known === event?.['type']);
  if (type === undefined) return undefined;
  try {
    return readAnswer<(typeof eventSchemas)[DevnetEvent['type']]>(eventSchemas[type], event, type);
  } catch (error) {
    process.emitWarning(messageOf(error), { code: 'STACKS_DEVNET_EVENT' });
    return undefined;
  }
}
