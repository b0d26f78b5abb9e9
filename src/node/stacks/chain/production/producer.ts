import type { StateChange } from '../../../../chains/stacks/state-change.js';
import { DevnetError } from '../../../../error.js';
import { uptimeMs } from '../../../../uptime.js';
import { isNakamoto } from '../epoch.js';
import { signersToChoose } from '../pox/signer-set.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { type BlockRequest, hasMinable, type Produced } from './produce.js';
import { produceWithRecovery } from './produce-with-recovery.js';
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
  /** Makes the blocks with which a tenure begins, then, if `drains` is true, those of pending transactions: a deploy needs its own block. */
  beginTenure(sortition: Sortition, drains: () => boolean): Promise<void>;
};

type ProducerOptions = {
  /** Reports each block before the next one is made. */
  onBlock: (produced: Produced) => Promise<void>;
  /** Called after a block that took long, while no other is made. */
  onSlowBlock: () => void;
  warn: (message: string) => void;
};

/** A block takes long from this time on, in milliseconds. */
const SLOW = 50;

export function createProducer(state: ChainState, { onBlock, onSlowBlock, warn }: ProducerOptions): Producer {
  const { epoch, ledger, sortitions } = state;

  async function produce(request: BlockRequest = {}): Promise<Produced> {
    const begun = uptimeMs();
    const produced = await produceWithRecovery(state, request, warn);
    if (uptimeMs() - begun > SLOW) onSlowBlock();
    await onBlock(produced);
    return produced;
  }

  function requireNakamoto(): void {
    if (isNakamoto(epoch)) return;
    const hint = 'mine a Bitcoin block';
    throw new DevnetError('UNSUPPORTED', `in epoch ${epoch.name} Stacks blocks come with Bitcoin blocks only`, { hint });
  }

  async function drain(wanted: () => boolean): Promise<void> {
    while (wanted() && hasMinable(state)) await produce();
  }

  return {
    async mine() {
      requireNakamoto();
      await produce();
    },
    async changeState(change) {
      requireNakamoto();
      const entry = await stateEntry(state, change);
      const { executed } = await produce({ entries: [entry] });
      const { txid } = entry.transaction;
      if (!executed.some((one) => one.txid === txid)) throw new DevnetError('INTERNAL', "the change crashed the Clarity VM's thread");
      return `0x${txid}`;
    },
    drain,
    async beginTenure(sortition, drains) {
      sortitions.push(sortition);
      // A branch that forks below the first block has no tenures until it is as long as the VM's history.
      if (sortition.height <= ledger.first.sortition.height) return;
      await produce({ tenure: sortition });
      const chosen = await signersToChoose(state);
      // The VM writes signers only in a block that begins no tenure.
      if (chosen !== undefined) await produce({ chosen });
      if (drains()) await drain(() => true);
    },
  };
}
