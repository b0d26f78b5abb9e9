import { LimitedMap } from '../../../../base/limited-map.js';
import { RecordLog, StoredRecord } from '../../../../base/storage.js';
import type { State } from '../../../../clarity/state.js';
import { applyDelta, deltaOf, type StateDelta } from './state-delta.js';

/** How many states that were made again stay for the next reads. */
const MADE_AGAIN = 8;

/** What the blocks of a chain, and of all its copies, share: their bytes, and the old states that something asked for last. */
export class BlockStore<Block extends { readonly state: State }> {
  readonly log = new RecordLog();
  readonly #states = new LimitedMap<Block, State>(MADE_AGAIN);

  known(block: Block): State | undefined {
    const state = this.#states.get(block);
    // It was asked for, so it leaves last.
    if (state !== undefined) this.#states.set(block, state);
    return state;
  }

  remember(block: Block, state: State): State {
    this.#states.set(block, state);
    return state;
  }

  /** Returns a state in little memory; undefined if it does not go on from the one before. */
  shorten(before: State, after: State): StoredDelta | undefined {
    const delta = deltaOf(before, after);
    if (delta === undefined) return undefined;
    const record = new StoredRecord(this.log, delta.bytes);
    return delta.others === undefined ? record : { record, others: delta.others };
  }

  lengthen(before: State, delta: StoredDelta): State {
    const { record, others } = delta instanceof StoredRecord ? { record: delta, others: undefined } : delta;
    return applyDelta(before, { bytes: record.read(), others });
  }
}

/** A {@link StateDelta} of which the bytes are in the log: most blocks have nothing else. */
export type StoredDelta = StoredRecord | { readonly record: StoredRecord; readonly others: NonNullable<StateDelta['others']> };
