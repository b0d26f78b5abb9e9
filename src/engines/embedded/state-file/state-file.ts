import { atAsync, FormatError, hex, list, object, type Schema, whole } from '../../../base/storage.js';
import type { BitcoinHeader, BitcoinSnapshot } from '../../../bitcoin/node.js';
import type { EngineOptions } from '../../../stacks/engine.js';
import { partOf, readPart } from '../../../stacks/engine.js';
import type { StacksSnapshot } from '../../../stacks/node.js';
import type { StateFileDriver } from '../../common/life-cycle.js';
import type { Nodes } from '../boot.js';
import { NETWORK_FACTS, NETWORK_PART, type NetworkFacts, networkFacts, requireSameNetwork } from './facts.js';

/** A moment of both nodes. `withheld` are the Bitcoin blocks that the Stacks node does not have. */
export type Snapshot = { bitcoin: BitcoinSnapshot; stacks: StacksSnapshot; withheld: readonly BitcoinHeader[] };

const WITHHELD = 'withheld';
const HASH = hex(32);
const BITCOIN_HEADER: Schema<BitcoinHeader> = object<BitcoinHeader>({
  height: whole(),
  hash: HASH,
  previousHash: HASH,
  time: whole(0, 2 ** 32 - 1),
  merkleRoot: HASH,
});

/** The Stacks node has all Bitcoin blocks, but for those that are withheld. @throws FormatError */
function requireFollowed({ bitcoin, stacks, withheld }: Snapshot): void {
  let tip = stacks.burnHash;
  for (const [index, { previousHash, hash }] of withheld.entries()) {
    if (previousHash !== tip) throw new FormatError(`the block after ${tip}`, `one after ${previousHash}`, [WITHHELD, index]);
    tip = hash;
  }
  if (tip !== bitcoin.tip.hash)
    throw new FormatError(`the Bitcoin tip ${bitcoin.tip.hash}, as in the part bitcoin`, tip, ['stacks', 'tip']);
}

/** Turns snapshots of both nodes into bytes and back. */
export function createStateFile({ bitcoin, stacks }: Pick<Nodes, 'bitcoin' | 'stacks'>, options: EngineOptions): StateFileDriver<Snapshot> {
  /** They stay what they are, and take long. */
  let known: NetworkFacts | undefined;
  const facts = (): NetworkFacts => {
    known ??= networkFacts(options);
    return known;
  };
  return {
    async write(parts, { withheld, ...snapshot }) {
      parts.part(NETWORK_PART).wholeBytes(Buffer.from(JSON.stringify(facts())));
      await bitcoin.write(snapshot.bitcoin, parts.part('bitcoin'));
      await stacks.write(snapshot.stacks, parts.part('stacks'));
      parts.part(WITHHELD).wholeBytes(Buffer.from(JSON.stringify(withheld)));
    },
    async load(parts) {
      requireSameNetwork(readPart(parts, NETWORK_PART, NETWORK_FACTS), facts());
      const withheld = readPart(parts, WITHHELD, list(BITCOIN_HEADER));
      const state = {
        bitcoin: await atAsync('bitcoin', () => bitcoin.load(partOf(parts, 'bitcoin'))),
        stacks: await atAsync('stacks', () => stacks.load(partOf(parts, 'stacks'))),
        withheld,
      };
      requireFollowed(state);
      const { height, hash } = state.stacks;
      return { state, tips: { bitcoin: { height: state.bitcoin.tip.height }, stacks: { height, hash } } };
    },
  };
}
