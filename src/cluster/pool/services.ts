import type { CallersOptions } from './callers.js';
import type { PoolMetrics } from './metrics.js';
import type { Networks } from './networks.js';

/** What the routes of a pool need. */
export type PoolServices = CallersOptions & {
  networks: Networks;
  /** The name of the source of networks. */
  source: string;
  metrics: PoolMetrics;
  size: number;
  /** The interface to listen on. */
  host: string;
  /** Further names in `Host`, for a pool without keys. @default [] */
  allowedHosts?: readonly string[] | undefined;
  trustedProxies: readonly string[];
  /** Digests of the settings of its networks; see `networkShape`. */
  shape: Readonly<Record<string, string>>;
  version: string;
  /** Fires when the pool closes. */
  closing: AbortSignal;
  onWarning?: ((message: string) => void) | undefined;
};
