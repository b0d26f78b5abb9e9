import type { DevnetEvent, LocalDevnet } from '../../devnet/types.js';

/** Events of which nobody knows: no gateway ran. */
type GapEvent = { type: 'gap' };
/** An event of a feed. */
export type FeedItem = DevnetEvent | GapEvent;
/** An event with its number. */
type FeedEvent = { id: number; event: FeedItem };

/** The last events of a network, numbered from 1. */
export type Feed = {
  /** The number of the last event; 0 before the first. */
  latest(): number;
  /** The number of the oldest event that is remembered; one more than `latest` if there is none. */
  oldest(): number;
  at(id: number): FeedEvent | undefined;
  /** Calls `listener` after each event. @returns a function that stops it */
  watch(listener: () => void): () => void;
  /** Resolves once the feed has every event that a client may have got from a replica. @throws DevnetError NOT_REACHABLE */
  refresh(): Promise<void>;
  close(): void;
};

/** The number of events that are remembered for readers that reconnect or are slow. */
const REMEMBERED = 1_000;

/** A feed without a source. */
export type FeedMemory = Omit<Feed, 'refresh' | 'close'> & {
  add(id: number, event: FeedItem): void;
  /** Forgets all events: the numbers begin anew. */
  clear(): void;
};

/** Remembers events with consecutive numbers; the first one may have any number. */
export function createFeedMemory(): FeedMemory {
  const events: (FeedEvent | undefined)[] = new Array(REMEMBERED).fill(undefined);
  const listeners = new Set<() => void>();
  let first = 1;
  let latest = 0;
  const oldest = (): number => Math.max(first, latest - REMEMBERED + 1);
  return {
    latest: () => latest,
    oldest,
    at: (id) => (id >= oldest() && id <= latest ? events[id % REMEMBERED] : undefined),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(id, event) {
      if (id !== latest + 1) first = id;
      latest = id;
      events[id % REMEMBERED] = { id, event };
      for (const listener of [...listeners]) listener();
    },
    clear() {
      first = 1;
      latest = 0;
    },
  };
}

export function createFeed(devnet: Pick<LocalDevnet, 'subscribe'>): Feed {
  const memory = createFeedMemory();
  const close = devnet.subscribe((event) => memory.add(memory.latest() + 1, event));
  return { ...memory, refresh: async () => undefined, close };
}
