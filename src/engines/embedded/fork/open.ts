import type { ForkPoint } from '../../../chains/stacks/fork-source/fork-point.js';
import type { Fork, ForkSourceRequest } from '../../../chains/stacks/fork-source/reader.js';
import { throwIfAborted } from '../../../error.js';
import { askNode } from './ask-node.js';
import { discover } from './discover.js';
import { forkSourceError } from './fork-source-error.js';
import { forkSourceNode } from './fork-source-node.js';
import { knownPoint, knownPoints, rememberPoint } from './points.js';
import { createForkSourceReader } from './reader.js';
import { retainer } from './retainer.js';
import { memoryStore, openStore } from './store.js';
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
  const points = cache.enabled ? knownPoints<ForkPoint>(url, cache.dir) : undefined;
  const transport = createForkSourceTransport({ ...options, url, onProgress });
  const onAbort = () => transport.close();
  signal?.addEventListener('abort', onAbort);
  try {
    const node = forkSourceNode(url, transport);
    const point = knownPoint(points, options.height, offline) ?? (await newPoint());
    const store = points === undefined ? memoryStore() : openStore(points.folder(point));
    const missing = () => forkSourceError(url, 'OFFLINE', `is not asked, and the cache lacks a value at block ${point.block.height}`);
    const ask = offline ? undefined : (request: ForkSourceRequest) => askNode(node, request);
    const reader = createForkSourceReader({ ask, store, offline: missing, onWarning });
    return { url, point, reader, retain: retainer(transport.close), close: transport.close };

    async function newPoint(): Promise<ForkPoint> {
      if (offline) throw forkSourceError(url, 'OFFLINE', `is not asked, and the cache has no fork of ${heightText(options.height)}`);
      onProgress?.(`reading ${url}`);
      const found = await discover(node, options.height);
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
