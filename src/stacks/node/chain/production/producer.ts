import { DevnetError } from '../../../../base/error.js';
import type { StateChange } from '../../../state-change.js';
import { epochAt, isNakamoto } from '../epoch.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { hasMinable } from './minable.js';
import { type BlockRequest, type Produced, produceBlock } from './produce.js';
import { screenedEntries } from './screen.js';
import { stateEntry } from './state-entry.js';

/** Makes blocks. Calls must not overlap. */
export type Producer = {
  /** Makes one block of pending transactions, or an empty one. @throws DevnetError UNSUPPORTED before Nakamoto */
  mine(): Promise<void>;
  /**
   * Makes a block with a change of the state alone.
   * @returns the txid of the change, with 0x
   * @throws DevnetError INVALID_INPUT for one that cannot be, UNSUPPORTED before Nakamoto
   */
  changeState(change: StateChange): Promise<string>;
  /** Makes blocks while `wanted` is true and pending transactions fit into one. */
  drain(wanted: () => boolean): Promise<void>;
  /** Makes the block with which a tenure begins, then, if `drains` is true, those of pending transactions that did not fit into it. */
  beginTenure(sortition: Sortition, drains: () => boolean): Promise<void>;
};

/** @param onBlock reports each block before the next one is made */
export function createProducer(state: ChainState, onBlock: (produced: Produced) => Promise<void>): Producer {
  const { epochs, ledger, sortitions } = state;

  async function produce({ tenure, ...request }: Partial<BlockRequest> = {}): Promise<Produced> {
    if (tenure !== undefined) state.deferred.clear();
    const produced = await produceBlock(state, { ...request, tenure, entries: request.entries ?? (await screenedEntries(state, tenure)) });
    await onBlock(produced);
    return produced;
  }

  function requireNakamoto(): void {
    const epoch = epochAt(epochs, ledger.tip.sortition.height);
    if (isNakamoto(epoch)) return;
    const hint = 'mine a Bitcoin block';
    throw new DevnetError('UNSUPPORTED', `in epoch ${epoch.name} Stacks blocks come with Bitcoin blocks only`, { hint });
  }

  async function drain(wanted: () => boolean): Promise<void> {
    while (wanted() && hasMinable(state)) {
      const entries = await screenedEntries(state);
      if (entries.length > 0) await produce({ entries });
    }
  }

  return {
    async mine() {
      requireNakamoto();
      await produce();
    },
    async changeState(change) {
      requireNakamoto();
      const entry = await stateEntry(state, change);
      await produce({ entries: [entry] });
      return `0x${entry.transaction.txid}`;
    },
    drain,
    async beginTenure(sortition, drains) {
      sortitions.push(sortition);
      // A branch that forks below the first block has no tenures until it is as long as the chain's history.
      if (sortition.height <= ledger.first.sortition.height) return;
      await produce({ tenure: sortition });
      if (drains()) await drain(() => true);
    },
  };
}
