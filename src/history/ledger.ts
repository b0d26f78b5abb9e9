/** Where a transaction is, as far as events told. */
type TxState<Place> =
  | { at: 'block'; place: Place }
  | { at: 'mempool' }
  /** Its block left the chain, and no mempool has taken it back yet. */
  | { at: 'orphaned'; place: Place }
  | { at: 'dropped'; reason: string; replacedBy?: string | undefined }
  /** The node refused to take it into its mempool. */
  | { at: 'rejected'; reason: string }
  | { at: 'unknown' };

/** A chain's transactions by txid, kept from the events of an engine: what waits and receipts are answered from. */
export type Ledger<Place extends { block: { height: number } }> = {
  state(txid: string): TxState<Place>;
  /** The height of the last block told. */
  height(): number;
  /** How often it went back to another state: what a node answered before that may be untrue since. */
  restores(): number;
  /** Calls `listener` after every change. @returns the function that ends it */
  watch(listener: () => void): () => void;

  pending(txid: string): void;
  dropped(txid: string, reason: string, replacedBy?: string): void;
  /** Has no effect on a transaction that the node has accepted before. @returns whether it changed anything */
  rejected(txid: string, reason: string): boolean;
  block(height: number, transactions: Iterable<readonly [txid: string, place: Place]>): void;
  /** A transaction of an older block, learnt otherwise than by its block's event. */
  mined(txid: string, place: Place): void;
  reorg(forkHeight: number): void;
  /** Keeps the present state under a snapshot's id, until `forget`. */
  keep(id: string): void;
  /** Goes back to a kept state; without one everything is forgotten. */
  restore(id: string): void;
  forget(id: string): void;
};

/** How many transactions are remembered; the oldest are forgotten first. */
const LIMIT = 20_000;

/** @param height where the chain ends now */
export function createLedger<Place extends { block: { height: number } }>(height: number): Ledger<Place> {
  let tip = height;
  let states = new Map<string, TxState<Place>>();
  let restores = 0;
  const kept = new Map<string, { tip: number; states: Map<string, TxState<Place>> }>();
  const listeners = new Set<() => void>();
  const unknown: TxState<Place> = { at: 'unknown' };

  const put = (txid: string, state: TxState<Place>): void => {
    states.delete(txid);
    states.set(txid, state);
    if (states.size <= LIMIT) return;
    for (const oldest of states.keys()) {
      states.delete(oldest);
      break;
    }
  };
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };

  return {
    state: (txid) => states.get(txid) ?? unknown,
    height: () => tip,
    restores: () => restores,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pending(txid) {
      put(txid, { at: 'mempool' });
      changed();
    },
    dropped(txid, reason, replacedBy) {
      put(txid, { at: 'dropped', reason, replacedBy });
      changed();
    },
    rejected(txid, reason) {
      const state = states.get(txid) ?? unknown;
      const isNew = state.at === 'unknown' || (state.at === 'rejected' && state.reason !== reason);
      if (!isNew) return false;
      put(txid, { at: 'rejected', reason });
      changed();
      return true;
    },
    block(newTip, transactions) {
      tip = newTip;
      for (const [txid, place] of transactions) put(txid, { at: 'block', place });
      changed();
    },
    mined(txid, place) {
      put(txid, { at: 'block', place });
      changed();
    },
    reorg(forkHeight) {
      tip = forkHeight;
      for (const [txid, state] of states) {
        if (state.at === 'block' && state.place.block.height > forkHeight) states.set(txid, { at: 'orphaned', place: state.place });
      }
      changed();
    },
    keep(id) {
      kept.set(id, { tip, states: new Map(states) });
    },
    restore(id) {
      restores++;
      const then = kept.get(id);
      tip = then?.tip ?? tip;
      states = new Map(then?.states);
      changed();
    },
    forget(id) {
      kept.delete(id);
    },
  };
}
