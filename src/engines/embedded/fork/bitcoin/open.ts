import { shareRuns } from '../../../../base/async.js';
import { DevnetError } from '../../../../base/error.js';
import { fromHex } from '../../../../bitcoin/codec.js';
import type { BitcoinFork, BitcoinForkPoint, BitcoinForkRequest } from '../../../../bitcoin/fork-source.js';
import { forkSourceError } from '../fork-source-error.js';
import { type OpenOrigin, type OriginKind, type OriginOptions, openOrigin } from '../open-origin.js';
import { askEsplora, checkOrigin } from './ask-esplora.js';
import { discoverBitcoin } from './discover.js';
import { esploraNode } from './esplora-node.js';

type BitcoinOrigin = OpenOrigin<BitcoinForkPoint, BitcoinForkRequest>;

/** A fork of Bitcoin that nodes read. */
export type OpenBitcoinFork = BitcoinOrigin & Pick<BitcoinFork, 'block'>;

const BITCOIN: OriginKind<BitcoinForkPoint, BitcoinForkRequest> = {
  cacheName: (url) => `bitcoin ${url}`,
  connect(url, transport) {
    const node = esploraNode(url, transport);
    const checks = new Map<string, () => Promise<void>>();
    const checkOf = (point: BitcoinForkPoint): (() => Promise<void>) => {
      const check = checks.get(point.block.id) ?? shareRuns(() => checkOrigin(node, point));
      checks.set(point.block.id, check);
      return check;
    };
    return {
      discover: (height) => discoverBitcoin(node, height),
      async ask(point, request) {
        const answer = await askEsplora(node, point, request);
        // A check that begins after the answer shows that it is of the chain of the fork. Answers that come together share one.
        await checkOf(point)();
        return answer;
      },
    };
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
