import { createHash } from '#platform/crypto.js';
import type { EngineOptions, Funding } from '../../stacks/engine.js';
import { keptFiles } from './kept-files.js';

/** Raised whenever the same funding makes other blocks, or the file has another form. */
const FORMAT = 2;

/** The file of the Bitcoin blocks of a boot: mining and signing them takes a fifth of a start. */
export type KeptChain = {
  /** Returns the chain; undefined if there is none. */
  read(): Uint8Array | undefined;
  /** Stores the chain. @returns the error that prevented it */
  write(chain: Uint8Array): unknown;
};

/** Returns the file of the chain that these payments make up to a height. @param base the block from which a fork continues */
export function keptChain(cache: EngineOptions['cache'], height: number, { coinbaseKey, bitcoin }: Funding, base?: string): KeptChain {
  const parts = [
    FORMAT,
    ...(base === undefined ? [] : [base]),
    height,
    coinbaseKey,
    bitcoin.map(({ address, amount }) => [address, `${amount}`]),
  ];
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const files = keptFiles(cache, 'bitcoin-chain');
  return { read: () => files.read(name), write: (chain) => files.write(name, chain) };
}
