import type { BitcoinHeader, BitcoinNode } from '../../bitcoin/node.js';
import type { StacksNode } from '../../stacks/node.js';
import type { Nodes } from './boot.js';
import type { Follower } from './follower.js';
import type { Snapshot } from './state-file/state-file.js';

type Parts = Pick<Nodes, 'bitcoin' | 'stacks'> & { follower: Follower };
export type NodesCopy = Pick<Nodes, 'bitcoin' | 'stacks'> & { withheld: readonly BitcoinHeader[] };

/** Takes the state of both nodes at one moment. @param onTaken called at that moment */
export function takeSnapshot(parts: Parts, onTaken: () => void): Promise<Snapshot> {
  return atOneMoment(parts, {
    ofStacks: (onMoment) => parts.stacks.snapshot(onMoment),
    ofBitcoin() {
      const snapshot = parts.bitcoin.snapshot();
      onTaken();
      return snapshot;
    },
    discard: (snapshot) => snapshot.release(),
  });
}

/** Copies both nodes at one moment. The copy of the Stacks node mines nothing by itself. @param onCopied called at that moment */
export function copyNodes(parts: Parts, onCopied: () => void): Promise<NodesCopy> {
  return atOneMoment<BitcoinNode, StacksNode>(parts, {
    ofStacks: (onCopied) => parts.stacks.fork({ mining: 'manual', onCopied }),
    ofBitcoin() {
      const copy = parts.bitcoin.fork();
      onCopied();
      return copy;
    },
    discard: (copy) => copy.close(),
  });
}

type Taking<Bitcoin, Stacks> = {
  /** Calls `onMoment` at the moment whose state it resolves with. */
  ofStacks(onMoment: () => void): Promise<Stacks>;
  ofBitcoin(): Bitcoin;
  discard(stacks: Stacks): Promise<void> | void;
};

/** Takes the states of both nodes in one step, when the Stacks node has followed the Bitcoin node. */
async function atOneMoment<Bitcoin, Stacks>(
  { bitcoin, follower }: Parts,
  { ofStacks, ofBitcoin, discard }: Taking<Bitcoin, Stacks>,
): Promise<{ bitcoin: Bitcoin; stacks: Stacks; withheld: readonly BitcoinHeader[] }> {
  for (;;) {
    const taken = await follower.standingStill(async () => {
      const { hash } = bitcoin.tip();
      let others: { bitcoin: Bitcoin; withheld: readonly BitcoinHeader[] } | undefined;
      const stacks = await ofStacks(() => {
        // A Bitcoin block that came meanwhile is one that the Stacks node does not have.
        if (bitcoin.tip().hash === hash) others = { bitcoin: ofBitcoin(), withheld: follower.withheld() };
      });
      if (others !== undefined) return { stacks, ...others };
      await discard(stacks);
      return undefined;
    });
    if (taken !== undefined) return taken;
  }
}
