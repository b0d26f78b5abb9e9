import { FormatError, list, object, optional, pair, RecentMap, readJson, type Schema, text, variants, whole } from '../../base/storage.js';
import type { SavedPart } from './saved-states.js';

/** The state of a transaction according to events. */
export type TxState<Place> =
  | { at: 'block'; place: Place }
  | { at: 'mempool' }
  /** A reorganization removed its block, and it has not returned to the mempool yet. */
  | { at: 'orphaned'; place: Place }
  | { at: 'dropped'; reason: string; replacedBy?: string | undefined }
  /** The node refused to take it into its mempool. */
  | { at: 'rejected'; reason: string }
  | { at: 'unknown' };

/** Where each transaction of one chain is, by txid. The source of waits and receipts. */
export type TxLedger<Place extends { block: { height: number } }> = {
  state(txid: string): TxState<Place>;
  /** Whether `state` is `mempool`, without a look at blocks. */
  isPending(txid: string): boolean;
  /** The height of the last block event. */
  height(): number;
  /** Counts restores: an earlier answer of a node may be outdated after one. */
  restores(): number;
  /** Calls `listener` after every change. @returns a function that unsubscribes it */
  watch(listener: () => void): () => void;

  /** Records a transaction that the node has in its mempool, but that no event reported. */
  pending(txid: string): void;
  /** Records a transaction of a block without an event, for example from an answer of the node. */
  mined(txid: string, place: Place): void;
  /** Has no effect on a transaction that the node has accepted before. @returns whether it changed anything */
  rejected(txid: string, reason: string): boolean;
};

/**
 * Whether events have reported a transaction as accepted. The node may have another one, too: one that it rejected may have been
 * accepted since.
 */
export function hasReported(ledger: Pick<TxLedger<{ block: { height: number } }>, 'state'>, txid: string): boolean {
  return !['unknown', 'rejected'].includes(ledger.state(txid).at);
}

/** A ledger that is kept from an engine's events. */
export type Ledger<Place extends { block: { height: number } }> = TxLedger<Place> &
  SavedPart & {
    dropped(txid: string, reason: string, replacedBy?: string): void;
    block(height: number, transactions: Iterable<readonly [txid: string, place: Place]>): void;
    reorg(forkHeight: number): void;
    /** Returns the current state, for the ledger of a copy of the network. */
    copy(): LedgerState<Place>;
  };

export type LedgerState<Place extends { block: { height: number } }> = { tip: number; states: RecentMap<TxState<Place>> };

/** How many transactions are kept at least; the oldest are removed first. */
const LIMIT = 20_000;

/**
 * @param from the state at the beginning, or the height of the last block if no transaction is known
 * @param placeSchema of a place in a state file
 */
export function createLedger<Place extends { block: { height: number } }>(
  from: LedgerState<Place> | number,
  placeSchema: Schema<Place>,
): Ledger<Place> {
  let { tip, states } = typeof from === 'number' ? { tip: from, states: new RecentMap<TxState<Place>>(LIMIT) } : from;
  let restores = 0;
  const listeners = new Set<() => void>();
  const unknown: TxState<Place> = { at: 'unknown' };

  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const copy = (): LedgerState<Place> => ({ tip, states: states.copy() });
  const returnTo = (then: LedgerState<Place>) => (): void => {
    restores++;
    tip = then.tip;
    states = then.states.copy();
    changed();
  };

  return {
    state: (txid) => states.get(txid) ?? unknown,
    isPending: (txid) => states.get(txid)?.at === 'mempool',
    height: () => tip,
    restores: () => restores,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pending(txid) {
      states.set(txid, { at: 'mempool' });
      changed();
    },
    dropped(txid, reason, replacedBy) {
      states.set(txid, { at: 'dropped', reason, replacedBy });
      changed();
    },
    rejected(txid, reason) {
      const state = states.get(txid) ?? unknown;
      const isNew = state.at === 'unknown' || (state.at === 'rejected' && state.reason !== reason);
      if (!isNew) return false;
      states.set(txid, { at: 'rejected', reason });
      changed();
      return true;
    },
    block(newTip, transactions) {
      tip = newTip;
      for (const [txid, place] of transactions) states.set(txid, { at: 'block', place });
      changed();
    },
    mined(txid, place) {
      states.set(txid, { at: 'block', place });
      changed();
    },
    reorg(forkHeight) {
      tip = forkHeight;
      for (const [txid, state] of states.entries()) {
        if (state.at === 'block' && state.place.block.height > forkHeight) states.set(txid, { at: 'orphaned', place: state.place });
      }
      changed();
    },
    copy,
    save: () => returnTo(copy()),
    reset: () => returnTo({ tip, states: new RecentMap(LIMIT) })(),
    async write(part) {
      const now = copy();
      const written = part.memory(() => ({ states: undefined as RecentMap<TxState<Place>> | undefined }));
      part.whole((writer) => writer.raw(Buffer.from(`{"tip":${now.tip},"states":[`)));
      if (written.states?.isSame(now.states)) part.sameJson();
      else {
        written.states = now.states;
        await part.json(now.states.entries(), JSON.stringify, ([, state]) => state);
      }
      part.whole((writer) => writer.raw(Buffer.from(']}')));
    },
    load(bytes, { bitcoin }) {
      const loaded = readJson(storedLedger(placeSchema), Buffer.from(bytes).toString());
      if (loaded.tip !== bitcoin.height) throw new FormatError(`${bitcoin.height}, the height of the chain`, `${loaded.tip}`, ['tip']);
      const entries = new RecentMap<TxState<Place>>(LIMIT);
      for (const [txid, state] of loaded.states) entries.set(txid, state);
      return returnTo({ tip: loaded.tip, states: entries });
    },
  };
}

/** What `write` writes. */
function storedLedger<Place extends { block: { height: number } }>(
  place: Schema<Place>,
): Schema<{ tip: number; states: [txid: string, state: TxState<Place>][] }> {
  const state = variants<TxState<Place>, 'at'>('at', {
    block: { place },
    mempool: {},
    orphaned: { place },
    dropped: { reason: text(), replacedBy: optional(text()) },
    rejected: { reason: text() },
    unknown: {},
  });
  return object<{ tip: number; states: [string, TxState<Place>][] }>({ tip: whole(), states: list(pair(text(), state)) });
}
