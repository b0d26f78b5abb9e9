import type { DevnetEvent, LocalDevnet } from '../../devnet/types.js';

/** An event with its number. */
type FeedEvent = { id: number; event: DevnetEvent };

/** The last events of a network, numbered from 1. */
export type Feed = {
  /** The number of the last event; 0 before the first. */
  latest(): number;
  /** The number of the oldest event that is remembered; one more than `latest` if there is none. */
  oldest(): number;
  at(id: number): FeedEvent | undefined;
  /** Calls `listener` after each event. @returns a function that stops it */
  watch(listener: () => void): () => void;
  close(): void;
};

/** The number of events that are remembered for readers that reconnect or are slow. */
const REMEMBERED = 1_000;

export function createFeed(devnet: Pick<LocalDevnet, 'subscribe'>): Feed {
  const events: (FeedEvent | undefined)[] = new Array(REMEMBERED).fill(undefined);
  const listeners = new Set<() => void>();
  let latest = 0;
  const oldest = (): number => Math.max(1, latest - REMEMBERED + 1);
  const unsubscribe = devnet.subscribe((event) => {
    latest++;
    events[latest % REMEMBERED] = { id: latest, event };
    for (const listener of [...listeners]) listener();
  });
  return {
    latest: () => latest,
    oldest,
    at: (id) => (id >= oldest() && id <= latest ? events[id % REMEMBERED] : undefined),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: unsubscribe,
  };
}
