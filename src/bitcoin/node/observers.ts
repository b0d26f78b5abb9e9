import type { RejectError } from '../protocol/codec/error.js';
import type { BlockEntry } from './chain/block-entry.js';
import type { MempoolEntry } from './mempool/entry.js';
import type { MempoolRemoval } from './mempool/mempool.js';

/** A change of the node's state, with its data. In Core these are the calls of `CValidationInterface`. */
export type CoreChange =
  /** `sequence` is the value of `mempool_sequence` before the change; `isNew`: no peer has heard of the transaction. */
  | { type: 'added'; entry: MempoolEntry; sequence: number; isNew: boolean }
  | { type: 'removed'; entry: MempoolEntry; reason: MempoolRemoval; sequence: number }
  | { type: 'disconnected'; block: BlockEntry }
  | { type: 'connected'; block: BlockEntry }
  /** After the connected blocks of one change of the chain. Not sent when blocks are only disconnected. */
  | { type: 'tip'; block: BlockEntry }
  /** A block of the tree fails to connect. */
  | { type: 'invalid'; block: BlockEntry; error: RejectError }
  | { type: 'restored' };

/**
 * Called at each change in Core's order, in the middle of the work that causes it. It must not change the node, and must not throw.
 * The host's events (`events.ts`) come later, when the state is consistent.
 */
type Observer = (change: CoreChange) => void;

export type Observers = {
  notify(change: CoreChange): void;
  /** @returns a function that ends it */
  add(observer: Observer): () => void;
};

export function createObservers(): Observers {
  const observers = new Set<Observer>();
  return {
    notify: (change) => {
      for (const observer of observers) observer(change);
    },
    add: (observer) => {
      observers.add(observer);
      return () => {
        observers.delete(observer);
      };
    },
  };
}
