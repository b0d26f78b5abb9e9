import { createHash } from 'node:crypto';
import path from 'node:path';
import { packagedCache } from '../../package-root.js';
import { keepFile, readKept } from '../../system/kept-file.js';
import type { EngineOptions, Funding } from '../engine.js';

/** Raised whenever the same funding makes other blocks, or the file has another form. */
const FORMAT = 2;

const FOLDER = 'bitcoin-chain';
/** Files of 40 KB. More than a user switches between. */
const KEPT = 8;

/** The file of the Bitcoin blocks of a boot: mining and signing them takes a fifth of a start. */
export type KeptChain = {
  /** Returns the chain, from the cache or else from the package; undefined if there is none, or the file is damaged. */
  read(): Uint8Array | undefined;
  /** Stores the chain, and removes the oldest ones. @returns the error that prevented it */
  write(chain: Uint8Array): unknown;
};

/** Returns the file of the chain that these payments make up to a height. */
export function keptChain({ dir, enabled }: EngineOptions['cache'], height: number, { coinbaseKey, bitcoin }: Funding): KeptChain {
  const parts = [FORMAT, height, coinbaseKey, bitcoin.map(({ address, amount }) => [address, `${amount}`])];
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const file = path.join(dir, FOLDER, name);
  return {
    read: () => (enabled ? (readKept(file) ?? readKept(path.join(packagedCache, FOLDER, name))) : undefined),
    write: (chain) => (enabled ? keepFile(file, chain, KEPT) : undefined),
  };
}
