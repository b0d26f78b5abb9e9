import type { ForkPoint } from '../../../chains/stacks/fork-source/fork-point.js';
import type { Fork } from '../../../chains/stacks/fork-source/reader.js';
import { throwIfAborted } from '../../../error.js';
import { discover } from './discover.js';
import { forkSourceError } from './fork-source-error.js';
import { forkSourceNode } from './fork-source-node.js';
import { type KnownPoints, knownPoints } from './points.js';
import { createForkSourceReader } from './reader.js';
import { openStore } from './store.js';
import { createForkSourceTransport } from './transport.js';

export type ForkOptions = {
  /** Of a Stacks node, or of an API in front of one. */
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

/** A fork that networks read. */
export type OpenFork = Fork & {
  /** Keeps it open for a network. @returns a function that ends this; the last one closes the fork */
  retain(): () => void;
  /** Ends all requests. */
  close(): void;
};

/**
 * Finds the block from which a fork continues, and opens what reads its state. @throws DevnetError ORIGIN, INVALID_INPUT, UNSUPPORTED,
 * ABORTED
 */
export async function openFork({ offline = false, cache, onProgress, onWarning, signal, ...options }: ForkOptions): Promise<OpenFork> {
  const url = options.url.replace(/\/+$/, '');
  const points = cache.enabled ? knownPoints(url, cache.dir) : undefined;
  const transport = createForkSourceTransport({ ...options, url, onProgress });
  const onAbort = () => transport.close();
  signal?.addEventListener('abort', onAbort);
  try {
    const node = forkSourceNode(url, transport);
    const point = knownPoint(points, options.height, offline) ?? (await newPoint());
    const store = points && openStore(points.folder(point));
    const missing = () => forkSourceError(url, 'OFFLINE', `is not asked, and the cache lacks a value at block ${point.block.height}`);
    const reader = createForkSourceReader({ node: offline ? undefined : node, store, offline: missing, onWarning });
    return { url, point, reader, retain: retainer(transport.close), close: transport.close };

    async function newPoint(): Promise<ForkPoint> {
      if (offline) throw forkSourceError(url, 'OFFLINE', `is not asked, and the cache has no fork of ${heightText(options.height)}`);
      onProgress?.(`reading ${url}`);
      const found = await discover(node, options.height);
      remember(points, found, onWarning);
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

/** A block never changes, so that a known height needs no network; the tip does. */
function knownPoint(points: KnownPoints | undefined, height: number | undefined, offline: boolean): ForkPoint | undefined {
  return height === undefined && !offline ? undefined : points?.read(height);
}

function remember(points: KnownPoints | undefined, point: ForkPoint, onWarning: ForkOptions['onWarning']): void {
  try {
    points?.write(point);
  } catch (error) {
    onWarning?.(`Cannot keep the block of the fork: ${String(error)}`);
  }
}

function heightText(height: number | undefined): string {
  return height === undefined ? 'it' : `its block ${height}`;
}

/** Counts the users of something that the last one closes. */
function retainer(close: () => void): OpenFork['retain'] {
  let users = 0;
  return () => {
    users++;
    return () => {
      users--;
      if (users === 0) close();
    };
  };
}
