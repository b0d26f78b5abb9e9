import type { BitcoinHeader, BitcoinNode } from '../../node/bitcoin/types.js';
import type { Nodes } from './boot.js';
import type { Follower } from './follower.js';

export type CopiedNodes = Pick<Nodes, 'bitcoin' | 'stacks'> & { withheld: readonly BitcoinHeader[] };

/**
 * Copies both nodes at a moment when the Stacks node has followed. The copy of the Stacks node mines nothing by itself.
 * @param onCopied called at that moment
 */
export async function copyNodes(
  { bitcoin, stacks, follower }: Pick<Nodes, 'bitcoin' | 'stacks'> & { follower: Follower },
  onCopied: () => void,
): Promise<CopiedNodes> {
  for (;;) {
    const copies = await follower.standingStill(async () => {
      const { hash } = bitcoin.tip();
      let copy: BitcoinNode | undefined;
      const stacksCopy = await stacks.fork({
        mining: 'manual',
        onCopied() {
          if (bitcoin.tip().hash !== hash) return;
          copy = bitcoin.fork();
          onCopied();
        },
      });
      if (copy !== undefined) return { bitcoin: copy, stacks: stacksCopy, withheld: follower.withheld() };
      // A Bitcoin block came meanwhile, which the Stacks node does not have.
      await stacksCopy.close();
      return undefined;
    });
    if (copies !== undefined) return copies;
  }
}
