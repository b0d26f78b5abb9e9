import type { DevnetEvent } from '../../network/data.js';
import type { FeedItem } from '../../network/event-feed.js';
import type { LocalDevnet } from '../../network/types.js';
import { type ChainView, createChainView, missingEvents, type Tip } from './chain-view.js';
import { createTally } from './tally.js';

/** Where both chains end. */
export type ChainTips = { bitcoin: Tip; stacks: Tip };
/** Events to publish together, and where the chains end after them. */
export type Batch = { events: FeedItem[]; chains: ChainTips };

/** What this replica has seen on the chains, compared with what all replicas have published. */
export type UnpublishedEvents = {
  /** Where the chains end for this replica. */
  tips(): ChainTips;
  /** Records published events, and where the chains end after them. */
  published(events: readonly FeedItem[], chains: ChainTips): void;
  /** Returns what this replica knows and no replica has published; undefined if it has not seen all blocks between. */
  missing(): Batch | undefined;
  /** Records that a batch was published. */
  done(batch: Batch): void;
  close(): void;
};

/** Creates the comparison from now on. @param onEvent called after each event that may have to be published */
export async function followUnpublishedEvents(
  devnet: Pick<LocalDevnet, 'subscribe' | 'status'>,
  onEvent: () => void,
): Promise<UnpublishedEvents> {
  let early: DevnetEvent[] | undefined = [];
  let take = (event: DevnetEvent): unknown => early?.push(event);
  const close = devnet.subscribe((event) => take(event));
  // Of the moment of the call: events since then follow.
  const { bitcoin, stacks } = await devnet.status();
  const start = { bitcoin: tipOf(bitcoin), stacks: tipOf(stacks) };
  const own = viewsOf(start);
  const all = viewsOf(start);
  const ownTally = createTally();
  const allTally = createTally();
  /** Events besides blocks; `times` is how often this replica has seen such an event. */
  let others: { event: DevnetEvent; times: number | undefined }[] = [];

  take = (event) => {
    // The one that pays publishes it: see redis/payment-turns.ts.
    if (event.type === 'faucet.payment') return;
    if (!applyTo(own, event)) others.push({ event, times: ownTally.count(event) });
    onEvent();
  };
  for (const event of early) take(event);
  early = undefined;

  return {
    tips: () => tipsOf(own),
    published(events, chains) {
      for (const event of events) {
        if (event.type === 'gap') continue;
        applyTo(all, event);
        allTally.count(event);
      }
      all.bitcoin.moveTo(chains.bitcoin);
      all.stacks.moveTo(chains.stacks);
    },
    missing() {
      const blocks = {
        bitcoin: missingEvents('bitcoin', all.bitcoin, own.bitcoin),
        stacks: missingEvents('stacks', all.stacks, own.stacks),
      };
      if (blocks.bitcoin === undefined || blocks.stacks === undefined) return undefined;
      others = others.filter(({ event, times }) => times === undefined || times > allTally.times(event));
      const events: FeedItem[] = [...others.map(({ event }) => event), ...blocks.bitcoin, ...blocks.stacks];
      const after = {
        bitcoin: (blocks.bitcoin.length > 0 ? own : all).bitcoin.tip(),
        stacks: (blocks.stacks.length > 0 ? own : all).stacks.tip(),
      };
      return { events, chains: after };
    },
    done({ events }) {
      const sent = new Set<FeedItem>(events);
      others = others.filter(({ event }) => !sent.has(event));
    },
    close,
  };
}

type Views = { bitcoin: ChainView; stacks: ChainView };

function viewsOf({ bitcoin, stacks }: ChainTips): Views {
  return { bitcoin: createChainView(bitcoin), stacks: createChainView(stacks) };
}

function tipsOf({ bitcoin, stacks }: Views): ChainTips {
  return { bitcoin: bitcoin.tip(), stacks: stacks.tip() };
}

function tipOf({ height, hash }: Tip): Tip {
  return { height, hash };
}

/** @returns whether the event is about blocks */
function applyTo({ bitcoin, stacks }: Views, event: DevnetEvent): boolean {
  if (event.type === 'bitcoin.block' || event.type === 'bitcoin.reorg') bitcoin.apply(event);
  else if (event.type === 'stacks.block' || event.type === 'stacks.reorg') stacks.apply(event);
  else return false;
  return true;
}
