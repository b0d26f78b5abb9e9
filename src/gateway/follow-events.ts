import { createFeed, type Feed } from '../network/event-feed.js';
import type { LocalDevnet } from '../network/types.js';
import { type ChainCounts, countChains } from './metrics/chain-counts.js';

/** What a gateway knows of the events since it listens. */
export type FollowedEvents = { readonly feed: Feed; readonly counts: ChainCounts; stop(): void };

/**
 * Records the events of a network: its clients ask for earlier ones, too.
 * @param feed numbers the events @default those since now, from 1
 */
export function followEvents(devnet: Pick<LocalDevnet, 'subscribe'>, feed: Feed = createFeed(devnet)): FollowedEvents {
  const { counts, stop } = countChains(devnet);
  return {
    feed,
    counts,
    stop() {
      feed.close();
      stop();
    },
  };
}
