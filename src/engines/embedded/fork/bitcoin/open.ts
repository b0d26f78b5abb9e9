import { fromHex } from '../../../../chains/bitcoin/codec/hex.js';
import type { BitcoinFork, BitcoinForkPoint, BitcoinForkRequest } from '../../../../chains/bitcoin/fork-source/reader.js';
import { DevnetError } from '../../../../error.js';
import { forkSourceError } from '../fork-source-error.js';
import { type OpenOrigin, type OriginKind, type OriginOptions, openOrigin } from '../open-origin.js';
import { askEsplora } from './ask-esplora.js';
import { discoverBitcoin } from './discover.js';
import { esploraNode } from './esplora-node.js';

type BitcoinOrigin = OpenOrigin<BitcoinForkPoint, BitcoinForkRequest>;

/** A fork of Bitcoin that nodes read. */
export type OpenBitcoinFork = BitcoinOrigin & Pick<BitcoinFork, 'block'>;

const BITCOIN: OriginKind<BitcoinForkPoint, BitcoinForkRequest> = {
  cacheName: (url) => `bitcoin ${url}`,
  connect(url, transport) {
    const node = esploraNode(url, transport);
    return { discover: (height) => discoverBitcoin(node, height), ask: (point, request) => askEsplora(node, point, request) };
  },
};

/**
 * Finds the block from which a fork of Bitcoin continues, and opens what reads its origin, an Esplora server.
 * @throws DevnetError ORIGIN, INVALID_INPUT, ABORTED
 */
export function openBitcoinFork(options: Omit<OriginOptions, 'apiKey'>): Promise<OpenBitcoinFork> {
  return openOrigin(options, BITCOIN, async (origin) => ({ ...origin, block: await readBlock(origin) }));
}

/** Reads the block of the fork. */
async function readBlock({ url, point, reader }: BitcoinOrigin): Promise<Uint8Array> {
  const answer = await reader.read({ type: 'block', hash: point.block.id });
  if ('failure' in answer) throw new DevnetError(answer.failure.code, answer.failure.message, answer.failure);
  if (answer.found === undefined) throw forkSourceError(url, 'BAD_ANSWER', `does not serve block ${point.block.id}`);
  return fromHex(answer.found);
}
