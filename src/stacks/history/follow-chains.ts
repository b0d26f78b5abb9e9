import type { BitcoinClient } from '../../bitcoin/client.js';
import type { Engine } from '../engine/engine.js';
import { createEventHub } from '../engine/event-hub.js';
import { type BitcoinLedgerState, type BitcoinTracker, followBitcoin } from './bitcoin.js';
import { createSavedStates, type SavedStates } from './saved-states.js';
import { followStacks, type StacksTracker } from './stacks.js';
import { createStacksHistory, type HistoryState, type StacksHistory } from './stacks-history.js';
import type { StacksLedgerState } from './stacks-ledger.js';
import type { SubscribeTracked, TrackedEvent } from './tracked-event.js';

/** What the trackers of a network know. */
export type TrackingState = { bitcoin: BitcoinLedgerState; history: HistoryState; stacks: StacksLedgerState };

/** What happens on both chains. */
export type Tracking = {
  readonly bitcoin: BitcoinTracker;
  readonly history: StacksHistory;
  readonly stacks: StacksTracker;
  readonly subscribe: SubscribeTracked;
  /** The states that `restored` events return to; other parts of the network add theirs. */
  readonly saved: SavedStates;
  /** Returns the present state, for a copy of the network. */
  copy(): TrackingState;
};

export type FollowChainsOptions = {
  engine: Pick<Engine, 'subscribe' | 'tips' | 'findStacks' | 'fork' | 'past' | 'payouts'>;
  bitcoinRpc: Pick<BitcoinClient, 'transaction' | 'header'>;
  /** How many Stacks blocks the history keeps; undefined for all. */
  keptBlocks: number | undefined;
  /** The state of the network that this one is a copy of. */
  from: TrackingState | undefined;
  /** Fires, with an error as its reason, when the network ends. */
  closed: AbortSignal;
};

/** Tracks both chains by an engine's events. This is their only way to the trackers, and from there to all who read the trackers. */
export function followChains({ engine, bitcoinRpc, keptBlocks, from, closed }: FollowChainsOptions): Tracking {
  const bitcoin = followBitcoin(engine, bitcoinRpc, closed, from?.bitcoin);
  const history = createStacksHistory(engine, keptBlocks, from?.history);
  const stacks = followStacks(engine, history, bitcoin.ledger, closed, from?.stacks);
  const saved = createSavedStates();
  saved.add('history', history);
  saved.add('bitcoinTransactions', bitcoin.ledger);
  saved.add('stacksTransactions', stacks.ledger);
  const events = createEventHub<TrackedEvent>();
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === 'restored') saved.restore(event.id);
    events.emit(stacks.follow(history.follow(bitcoin.follow(event))));
  });
  closed.addEventListener('abort', unsubscribe, { once: true });

  return {
    ...{ bitcoin, history, stacks, saved },
    subscribe: events.subscribe,
    copy: () => ({ bitcoin: bitcoin.ledger.copy(), history: history.copy(), stacks: stacks.ledger.copy() }),
  };
}
