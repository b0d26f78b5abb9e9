import type { DevnetConfig } from './devnet-config.js';

/** A request to the gateway: `ms` is the time to the answer. */
export type AnsweredRequest = { method: string; path: string; status: number; ms: number };

/** How to start a devnet, besides its configuration. */
export type StartOptions = {
  /** Whether to serve the HTTP gateway. Without it, `urls.gateway` is absent. @default true */
  gateway?: boolean | undefined;
  /**
   * Whether the servers of the network listen on ports. Without, `fetch`, `network`, `api` and all functions answer in this process; the
   * page, Electrum and peers are absent. Embedded engine only. @default true
   */
  listen?: boolean | undefined;
  /** Called with one line per boot step. */
  onProgress?: ((step: string) => void) | undefined;
  /** Called with one line if something is degraded but the network boots, for example an unwritable cache. */
  onWarning?: ((message: string) => void) | undefined;
  /** Called for each request to the gateway that was answered. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** Aborts the start; everything that was started is torn down. */
  signal?: AbortSignal | undefined;
};

/** The names of {@link StartOptions}, for suggestions. */
export const startOptionNames = [
  'gateway',
  'listen',
  'onProgress',
  'onWarning',
  'onRequest',
  'signal',
] as const satisfies readonly (keyof StartOptions)[];

/** The options of `startDevnet`: a configuration, and how to start. */
export type DevnetOptions = DevnetConfig & StartOptions;
