import { LimitedMap } from '../../base/limited-map.js';
import type { DevnetEvent } from '../../network/data.js';

/** Counts events that every replica sees, to know which of them were published: a transaction may enter a mempool several times. */
export type Tally = {
  /** Counts an event. @returns how often it has come; undefined for an event that only one replica has */
  count(event: DevnetEvent): number | undefined;
  times(event: DevnetEvent): number;
};

/** The number of events that are remembered; the oldest are forgotten first. */
const KEPT = 20_000;

export function createTally(): Tally {
  const counts = new LimitedMap<string, number>(KEPT);
  const timesOf = (key: string): number => counts.get(key) ?? 0;
  return {
    count(event) {
      // A transaction in a block needs no event that it entered the mempool.
      for (const txid of minedIn(event)) counts.set(txid, Math.max(1, timesOf(txid)));
      const key = keyOf(event);
      if (key === undefined) return undefined;
      counts.set(key, timesOf(key) + 1);
      return timesOf(key);
    },
    times(event) {
      const key = keyOf(event);
      return key === undefined ? 0 : timesOf(key);
    },
  };
}

function keyOf(event: DevnetEvent): string | undefined {
  switch (event.type) {
    case 'bitcoin.tx':
    case 'stacks.tx':
    case 'bitcoin.dropped':
    case 'stacks.dropped':
      return `${event.type} ${event.txid}`;
    case 'stall':
      return `${event.type} ${event.cause}`;
    default:
      return undefined;
  }
}

function minedIn(event: DevnetEvent): string[] {
  if (event.type === 'bitcoin.block') return event.txids.map((txid) => `bitcoin.tx ${txid}`);
  if (event.type !== 'stacks.block') return [];
  return [...event.receipts, ...(event.unknownOutcomes ?? [])].map(({ txid }) => `stacks.tx ${txid}`);
}
