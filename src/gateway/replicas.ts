import type { Feed } from '../network/event-feed.js';
import type { RateLimits } from '../project/config.js';
import type { GatewayDevnet } from './gateway-devnet.js';
import type { KeyRing } from './keys/key-store.js';
import type { Limiter } from './limits/limiter.js';

/** What a gateway shares with its replicas, which serve the same network: limits, keys and the numbers of events. */
export type Replicas = {
  /** The name of this replica for people, as metrics have it. */
  readonly name: string;
  /** Whether what they share can be reached now. */
  isUp(): boolean;
  /** Counts requests and payments together with the replicas. @param factor by which a key raises the limits */
  limiter(limits: RateLimits, factor: number): Pick<Limiter, 'request' | 'payment'>;
  /** The keys that all of them know. */
  readonly keys: KeyRing;
  /** Numbers the events as every replica does. @throws DevnetError NOT_REACHABLE */
  openFeed(devnet: Pick<GatewayDevnet, 'subscribe' | 'status'>): Promise<Feed>;
};
