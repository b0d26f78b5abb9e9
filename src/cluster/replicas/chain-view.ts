import { LimitedMap } from '../../base/limited-map.js';
import type { DevnetEvent } from '../../network/data.js';

/** The last block of a chain. */
export type Tip = { height: number; hash: string };

type BlockEvent = Extract<DevnetEvent, { type: 'bitcoin.block' | 'stacks.block' }>;
type ReorgEvent = Extract<DevnetEvent, { type: 'bitcoin.reorg' | 'stacks.reorg' }>;

/** What events say about one chain. */
export type ChainView = {
  tip(): Tip;
  hashAt(height: number): string | undefined;
  /** Whether the block was part of the chain at any time. */
  hasSeen(hash: string): boolean;
  block(hash: string): BlockEvent | undefined;
  apply(event: BlockEvent | ReorgEvent): void;
  /** Sets the end of the chain. */
  moveTo(tip: Tip): void;
};

/** Number of blocks that are kept. */
const KEPT = 2_000;

export function createChainView(start: Tip): ChainView {
  let tip = start;
  const hashes = new Map<number, string>();
  const seen = new LimitedMap<string, BlockEvent | undefined>(KEPT);
  const moveTo = (to: Tip, block?: BlockEvent): void => {
    tip = to;
    hashes.set(to.height, to.hash);
    hashes.delete(to.height - KEPT);
    seen.set(to.hash, block ?? seen.get(to.hash));
  };
  moveTo(start);
  return {
    tip: () => tip,
    hashAt: (height) => hashes.get(height),
    hasSeen: (hash) => seen.has(hash),
    block: (hash) => seen.get(hash),
    apply(event) {
      if ('forkHeight' in event) {
        for (const height of [...hashes.keys()]) if (height > event.forkHeight) hashes.delete(height);
        // The tip of the event comes with its block.
        const hash = hashes.get(event.forkHeight) ?? (event.height === event.forkHeight ? event.hash : undefined);
        if (hash !== undefined) moveTo({ height: event.forkHeight, hash });
      } else moveTo({ height: event.height, hash: event.hash }, event);
    },
    moveTo: (to) => moveTo(to),
  };
}

/**
 * Returns the events that lead from the chain that all replicas have published to the one that this replica has seen: none if this
 * replica is behind.
 * @returns undefined if it has not seen the blocks between
 */
export function missingEvents(type: 'bitcoin' | 'stacks', published: ChainView, own: ChainView): DevnetEvent[] | undefined {
  const from = published.tip();
  const to = own.tip();
  if (from.hash === to.hash) return [];
  const fork = commonHeight(published, own);
  // Without having left the published tip, a chain that is not longer is an earlier state of the same chain.
  const isNewer = own.hasSeen(from.hash) || to.height > from.height;
  if (!isNewer) return [];
  if (fork === undefined) return undefined;
  const events: DevnetEvent[] = fork < from.height ? [{ type: `${type}.reorg`, forkHeight: fork, ...to }] : [];
  for (let height = fork + 1; height <= to.height; height++) {
    const block = own.block(own.hashAt(height) ?? '');
    if (block === undefined) return undefined;
    events.push(block);
  }
  return events;
}

/** Returns the height of the last block that both chains have; undefined if that is unknown. */
function commonHeight(a: ChainView, b: ChainView): number | undefined {
  for (let height = Math.min(a.tip().height, b.tip().height); ; height--) {
    const [one, other] = [a.hashAt(height), b.hashAt(height)];
    if (one === undefined || other === undefined) return undefined;
    if (one === other) return height;
  }
}
