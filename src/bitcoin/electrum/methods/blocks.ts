import type { ChainIndex } from '../../esplora/chain-index.js';
import { badRequest } from '../error.js';
import type { Method } from '../method.js';
import { optional, readWhole, required } from '../parameters.js';
import { isSince } from '../version.js';

/** The most headers of an answer: one period of the difficulty. */
const MOST_HEADERS = 2_016;

export const blockMethods: Readonly<Record<string, Method>> = {
  'blockchain.block.header': {
    parameters: [...required('height'), optional('cp_height', 0)],
    run([height, checkpoint], { chain }) {
      const at = readWhole(height, 'height');
      const last = readWhole(checkpoint, 'cp_height');
      const header = headerAt(at, chain);
      return last === 0 ? header : { header, ...proofOf(at, last, chain) };
    },
  },
  'blockchain.block.headers': {
    parameters: [...required('start_height', 'count'), optional('cp_height', 0)],
    run([start, wanted, checkpoint], { chain, version }) {
      const first = readWhole(start, 'start_height');
      const most = Math.min(readWhole(wanted, 'count'), MOST_HEADERS);
      const last = readWhole(checkpoint, 'cp_height');
      const count = Math.max(0, Math.min(most, tipOf(chain).height + 1 - first));
      const headers = chain.blocksFrom(first, count).map(({ header }) => header);
      return {
        ...(isSince(version, '1.6') ? { headers } : { hex: headers.join('') }),
        count,
        max: MOST_HEADERS,
        ...(count > 0 && last > 0 ? proofOf(first + count - 1, last, chain) : {}),
      };
    },
  },
  'blockchain.headers.subscribe': {
    parameters: [],
    run(_, { chain, subscriptions }) {
      const tip = tipOf(chain);
      subscriptions.header = tip.hex;
      return tip;
    },
  },
};

/** The tip as `blockchain.headers.subscribe` shows it. @throws ElectrumError for an index without blocks */
export function tipOf(chain: ChainIndex): { hex: string; height: number } {
  const height = chain.tip()?.height ?? 0;
  return { hex: headerAt(height, chain), height };
}

/** @throws ElectrumError */
function headerAt(height: number, chain: ChainIndex): string {
  const block = chain.blockAt(height);
  if (block === undefined) throw badRequest(`height ${height} out of range`);
  return block.header;
}

/** Proves that the header at a height is below the root of all headers up to a checkpoint. @throws ElectrumError */
function proofOf(height: number, checkpoint: number, chain: ChainIndex): { branch: string[]; root: string } {
  const tip = tipOf(chain).height;
  if (height > checkpoint || checkpoint > tip) {
    throw badRequest(`require header height ${height} <= cp_height ${checkpoint} <= chain height ${tip}`);
  }
  if (chain.first() > 0)
    throw badRequest('NOT_IN_FORK: a fork has no proofs by checkpoint, which need all headers of its origin. Omit cp_height.');
  return chain.headerProof(height, checkpoint);
}
