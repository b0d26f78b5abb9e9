import type { BitcoinHeader, BitcoinSnapshot } from '../../../node/bitcoin/types.js';
import type { StacksSnapshot } from '../../../node/stacks/types.js';
import type { EngineOptions } from '../../engine.js';
import type { StateFileDriver } from '../../life-cycle.js';
import { readPart } from '../../state-parts.js';
import type { Nodes } from '../boot.js';
import { NETWORK_PART, type NetworkFacts, networkFacts, requireSameNetwork } from './facts.js';

/** A moment of both nodes. `withheld` are the Bitcoin blocks that the Stacks node does not have. */
export type Snapshot = { bitcoin: BitcoinSnapshot; stacks: StacksSnapshot; withheld: readonly BitcoinHeader[] };

/** Turns snapshots of both nodes into bytes and back. */
export function createStateFile({ bitcoin, stacks }: Pick<Nodes, 'bitcoin' | 'stacks'>, options: EngineOptions): StateFileDriver<Snapshot> {
  const facts = () => networkFacts(options);
  return {
    async dump({ withheld, ...snapshot }) {
      return new Map([
        [NETWORK_PART, Buffer.from(JSON.stringify(facts()))],
        ['bitcoin', await bitcoin.dump(snapshot.bitcoin)],
        ['stacks', await stacks.dump(snapshot.stacks)],
        ['withheld', Buffer.from(JSON.stringify(withheld))],
      ]);
    },
    async load(parts) {
      requireSameNetwork(readPart<NetworkFacts>(parts, NETWORK_PART), facts());
      return {
        bitcoin: await bitcoin.load(parts.get('bitcoin') ?? new Uint8Array()),
        stacks: await stacks.load(parts.get('stacks') ?? new Uint8Array()),
        withheld: readPart<BitcoinHeader[]>(parts, 'withheld'),
      };
    },
  };
}
