import { createTurnQueue } from '../../base/turns.js';
import type { DevnetEvent } from '../devnet/events/event.js';
import type { PickEvent } from '../devnet/events/filter.js';
import { encodeEvent, type SharedText, sizeOf } from './encode.js';
import type { FeedItem } from './feed-item.js';

/** Which part of events a reader wants. Readers with the same key share what is encoded. */
export type FeedFilter = { key: string; pick: PickEvent };

/** An event with its number. */
type FeedEvent = {
  id: number;
  /** Returns the event as readers get it, encoded once for all of them; undefined if the filter leaves nothing of it. */
  text(filter: FeedFilter | undefined): SharedText;
};

/** The last events of a network, numbered from 1. */
export type Feed = {
  /** The number of the last event; 0 before the first. */
  latest(): number;
  /** The number of the oldest event that is remembered; one more than `latest` if there is none. */
  oldest(): number;
  at(id: number): FeedEvent | undefined;
  /** Calls `listener` after each event, when it is its turn. @returns a function that stops it */
  watch(listener: () => void): () => void;
  /** Calls a task of a reader when it is its turn: thousands of readers must not stop others. */
  queue(task: () => void): void;
  /** Resolves once the feed has every event that a client may have got from a replica. @throws DevnetError NOT_REACHABLE */
  refresh(): Promise<void>;
  close(): void;
};

/** The number of events that are remembered for readers that reconnect or are slow. */
const REMEMBERED = 1_000;
/** About how many bytes these take at most; the newest event may have more. */
const REMEMBERED_BYTES = 64 * 1024 * 1024;

/** A feed without a source. */
export type FeedMemory = Omit<Feed, 'refresh' | 'close'> & {
  add(id: number, event: FeedItem): void;
  /** Forgets all events: the numbers begin anew. */
  clear(): void;
};

/** Remembers events with consecutive numbers; the first one may have any number. */
export function createFeedMemory(): FeedMemory {
  const events: ((FeedEvent & { size: number }) | undefined)[] = new Array(REMEMBERED).fill(undefined);
  const listeners = new Set<() => void>();
  const queue = createTurnQueue();
  let first = 1;
  let latest = 0;
  let size = 0;

  const grow = (event: { size: number }, bytes: number): void => {
    event.size += bytes;
    size += bytes;
    while (size > REMEMBERED_BYTES && first < latest) forget(first++);
  };
  const forget = (id: number): void => {
    size -= events[id % REMEMBERED]?.size ?? 0;
    events[id % REMEMBERED] = undefined;
  };
  const clear = (): void => {
    events.fill(undefined);
    size = 0;
    first = 1;
    latest = 0;
  };
  return {
    latest: () => latest,
    oldest: () => first,
    at: (id) => (id >= first && id <= latest ? events[id % REMEMBERED] : undefined),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    queue,
    add(id, event) {
      if (id !== latest + 1) {
        clear();
        first = id;
      }
      latest = id;
      if (latest - first === REMEMBERED) forget(first++);
      const texts = new Map<string, SharedText>();
      const entry = {
        id,
        size: 0,
        text(filter: FeedFilter | undefined): SharedText {
          const key = filter?.key ?? '';
          const known = texts.get(key);
          if (known !== undefined || texts.has(key)) return known;
          const keep = (text: Buffer | undefined): Buffer | undefined => {
            texts.set(key, text);
            // A forgotten event may still be sent.
            if (events[id % REMEMBERED] === entry) grow(entry, text?.length ?? 0);
            return text;
          };
          const text = encodeEvent(id, event, filter?.pick);
          if (!(text instanceof Promise)) return keep(text);
          const shared = text.then(keep);
          texts.set(key, shared);
          return shared;
        },
      };
      events[id % REMEMBERED] = entry;
      grow(entry, sizeOf(event));
      for (const listener of [...listeners]) queue(listener);
    },
    clear,
  };
}

export function createFeed(devnet: { subscribe(listener: (event: DevnetEvent) => void): () => void }): Feed {
  const memory = createFeedMemory();
  const close = devnet.subscribe((event) => memory.add(memory.latest() + 1, event));
  return { ...memory, refresh: async () => undefined, close };
}
