import { throwIfAborted } from '../../../base/error.js';
import type { OriginReader } from '../../../base/read-answer.js';
import { forkSourceError } from './fork-source-error.js';
import { knownPoint, knownPoints, type Point, rememberPoint } from './points.js';
import { createForkSourceReader } from './reader.js';
import { retainer } from './retainer.js';
import { memoryStore, openStore } from './store.js';
import { createForkSourceTransport, type ForkSourceTransport } from './transport.js';

/** Which network to continue. */
export type OriginOptions = {
  url: string;
  /** The block to continue from. @default the tip; offline, the block of the last fork */
  height?: number | undefined;
  /** Whether to use only what is in the cache. @default false */
  offline?: boolean | undefined;
  apiKey?: string | undefined;
  /** Deadline of each request, in ms. */
  timeoutMs: number;
  cache: { dir: string; enabled: boolean };
  onProgress?: ((step: string) => void) | undefined;
  onWarning?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** How networks of a kind are read. */
export type OriginKind<P extends Point, Request extends object> = {
  /** Returns what names a network in the cache. */
  cacheName(url: string): string;
  connect(
    url: string,
    transport: ForkSourceTransport,
  ): {
    /** Reads what a fork must know. @param height undefined for the tip */
    discover(height: number | undefined): Promise<P>;
    /** Returns undefined if the network has no such thing. */
    ask(point: P, request: Request): Promise<string | undefined>;
  };
};

/** A network that forks continue, while they read it. */
export type OpenOrigin<P, Request> = {
  url: string;
  point: P;
  reader: OriginReader<Request>;
  /** Keeps it open for a network. @returns a function that ends this; the last one closes the fork */
  retain(): () => void;
  /** Ends all requests. */
  close(): void;
};

/**
 * Finds the block from which a fork continues, and opens what reads the network.
 * @param complete reads what else the fork needs from the beginning
 * @throws DevnetError ORIGIN, ABORTED, and as `discover`
 */
export async function openOrigin<P extends Point, Request extends object, T>(
  { offline = false, cache, onProgress, onWarning, signal, ...options }: OriginOptions,
  kind: OriginKind<P, Request>,
  complete: (origin: OpenOrigin<P, Request>) => T | Promise<T>,
): Promise<T> {
  const url = options.url.replace(/\/+$/, '');
  const points = cache.enabled ? knownPoints<P>(kind.cacheName(url), cache.dir) : undefined;
  const transport = createForkSourceTransport({ ...options, url, onProgress });
  const onAbort = () => transport.close();
  signal?.addEventListener('abort', onAbort);
  try {
    const { discover, ask } = kind.connect(url, transport);
    const point = knownPoint(points, options.height, offline) ?? (await newPoint());
    const reader = createForkSourceReader<Request>({
      ask: offline ? undefined : (request) => ask(point, request),
      store: points === undefined ? memoryStore() : openStore(points.folder(point)),
      offline: () => forkSourceError(url, 'OFFLINE', `is not asked, and the cache lacks a value at block ${point.block.height}`),
      onWarning,
    });
    return await complete({ url, point, reader, retain: retainer(transport.close), close: transport.close });

    async function newPoint(): Promise<P> {
      if (offline) throw forkSourceError(url, 'OFFLINE', `is not asked, and the cache has no fork of ${heightText(options.height)}`);
      onProgress?.(`reading ${url}`);
      const found = await discover(options.height);
      rememberPoint(points, found, onWarning);
      return found;
    }
  } catch (error) {
    transport.close();
    throwIfAborted(signal);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function heightText(height: number | undefined): string {
  return height === undefined ? 'it' : `its block ${height}`;
}
