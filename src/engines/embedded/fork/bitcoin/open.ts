import { fromHex } from '../../../../chains/bitcoin/codec/hex.js';
import type { BitcoinFork, BitcoinForkPoint, BitcoinForkRequest } from '../../../../chains/bitcoin/fork-source/reader.js';
import { DevnetError, throwIfAborted } from '../../../../error.js';
import { forkSourceError } from '../fork-source-error.js';
import type { ForkOptions } from '../open.js';
import { knownPoint, knownPoints, rememberPoint } from '../points.js';
import { createForkSourceReader } from '../reader.js';
import { retainer } from '../retainer.js';
import { memoryStore, openStore } from '../store.js';
import { createForkSourceTransport } from '../transport.js';
import { askEsplora } from './ask-esplora.js';
import { discoverBitcoin } from './discover.js';
import { esploraNode } from './esplora-node.js';

/** A fork of Bitcoin that nodes read. */
export type OpenBitcoinFork = BitcoinFork & {
  /** Keeps it open for a network. @returns a function that ends this; the last one closes the fork */
  retain(): () => void;
  /** Ends all requests. */
  close(): void;
};

/**
 * Finds the block from which a fork of Bitcoin continues, and opens what reads its origin, an Esplora server.
 * @throws DevnetError ORIGIN, INVALID_INPUT, ABORTED
 */
export async function openBitcoinFork({
  offline = false,
  cache,
  onProgress,
  onWarning,
  signal,
  ...options
}: Omit<ForkOptions, 'apiKey'>): Promise<OpenBitcoinFork> {
  const url = options.url.replace(/\/+$/, '');
  const points = cache.enabled ? knownPoints<BitcoinForkPoint>(`bitcoin ${url}`, cache.dir) : undefined;
  const transport = createForkSourceTransport({ ...options, url, onProgress });
  const onAbort = () => transport.close();
  signal?.addEventListener('abort', onAbort);
  try {
    const node = esploraNode(url, transport);
    const point = knownPoint(points, options.height, offline) ?? (await newPoint());
    const reader = createForkSourceReader<BitcoinForkRequest>({
      ask: offline ? undefined : (request) => askEsplora(node, point, request),
      store: points === undefined ? memoryStore() : openStore(points.folder(point)),
      offline: () => forkSourceError(url, 'OFFLINE', `is not asked, and the cache lacks a value at block ${point.block.height}`),
      onWarning,
    });
    const base = await reader.read({ type: 'block', hash: point.block.id });
    if ('failure' in base) throw new DevnetError(base.failure.code, base.failure.message, base.failure);
    if (base.found === undefined) throw node.error('BAD_ANSWER', `does not serve block ${point.block.id}`);
    return { url, point, block: fromHex(base.found), reader, retain: retainer(transport.close), close: transport.close };

    async function newPoint(): Promise<BitcoinForkPoint> {
      if (offline) throw forkSourceError(url, 'OFFLINE', `is not asked, and the cache has no fork of ${heightText(options.height)}`);
      onProgress?.(`reading ${url}`);
      const found = await discoverBitcoin(node, options.height);
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
