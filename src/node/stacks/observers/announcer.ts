import type { StacksReceipt } from '../../../chains/stacks/receipt/node-receipt.js';
import { warnOfBitcoinProperties } from '../bitcoin-headers.js';
import { blockReceipts, tipOf } from '../chain/block/receipts.js';
import { epochSpans, poxUnlockHeights } from '../chain/pox/pox.js';
import type { Produced } from '../chain/production/produce.js';
import { contractInterface } from '../chain/state/contracts.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { ChainState } from '../chain/state/state.js';
import type { Admission } from '../mempool/admit.js';
import type { StacksNodeEvent } from '../types.js';
import { createDispatcher } from './dispatcher.js';
import { newBlockPayload, newBurnBlockPayload } from './payloads.js';

/** Reports what happens in the node, to subscribers in this process and to event observers. */
export type Announcer = {
  subscribe(listener: (event: StacksNodeEvent) => void): () => void;
  block(produced: Produced): Promise<void>;
  burnBlock(sortition: Sortition): void;
  /** Blocks above the tip left the chain. `forkHeight` is a Stacks height. */
  reorg(): void;
  /** The mempool decided about a transaction; `txid` is hex without 0x. */
  admission(transaction: { txid: string; raw: Buffer }, admission: Admission): void;
  close(): void;
};

type AnnouncerOptions = { eventObservers: readonly string[]; warn: (message: string) => void };

export function createAnnouncer(state: ChainState, { eventObservers, warn }: AnnouncerOptions): Announcer {
  const listeners = new Set<(event: StacksNodeEvent) => void>();
  const observers = createDispatcher(eventObservers, warn);
  const unlocks = poxUnlockHeights(epochSpans(state.epoch));

  function emit(event: StacksNodeEvent): void {
    for (const listener of listeners) listener(event);
  }

  function drop({ txid, reason, detail, replacedBy }: Drop): void {
    emit({ type: 'mempool-dropped', txid: `0x${txid}`, reason, detail, replacedBy: replacedBy && `0x${replacedBy}` });
  }

  function sendDrop({ txid, reason, replacedBy }: Drop): void {
    observers.send('/drop_mempool_tx', { dropped_txids: [`0x${txid}`], reason, new_txid: replacedBy ? `0x${replacedBy}` : null });
  }

  async function sendBlock({ block, deployed }: Produced, receipts: StacksReceipt[]): Promise<void> {
    if (!observers.active) return;
    const found = deployed && (await contractInterface(state, deployed.contract));
    observers.send('/new_block', newBlockPayload(block, receipts, found && { txid: deployed.txid, contractInterface: found }, unlocks));
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async block(produced) {
      const { block, executed, dropped, deployed } = produced;
      for (const { entry, reason, detail } of dropped) {
        const { txid } = entry.transaction;
        drop({ txid, reason, detail });
        sendDrop({ txid, reason });
      }
      const receipts = blockReceipts(executed);
      emit({ type: 'block', tip: tipOf(block), receipts });
      if (deployed !== undefined) warnOfBitcoinProperties(deployed.contract, deployed.source, warn);
      await sendBlock(produced, receipts);
    },
    burnBlock(sortition) {
      if (observers.active) observers.send('/new_burn_block', newBurnBlockPayload(sortition));
    },
    reorg() {
      const { tip } = state.ledger;
      emit({ type: 'reorg', forkHeight: tip.height, tip: tipOf(tip) });
    },
    admission({ txid, raw }, admission) {
      if (admission.status === 'rejected') emit({ type: 'mempool-rejected', txid: `0x${txid}`, ...admission.rejection });
      if (admission.status !== 'added') return;
      for (const [place, prior] of admission.replaced.entries()) {
        const replaced = { txid: prior.transaction.txid, reason: admission.reason, replacedBy: txid };
        drop(replaced);
        // A transaction can replace two: its origin's and its sponsor's. A node sends only the first to its observers.
        if (place === 0) sendDrop(replaced);
      }
      emit({ type: 'mempool-added', txid: `0x${txid}` });
      if (observers.active) observers.send('/new_mempool_tx', [`0x${raw.toString('hex')}`]);
    },
    close() {
      observers.close();
      listeners.clear();
    },
  };
}

/** Txids are hex without 0x. */
type Drop = { txid: string; reason: string; detail?: string; replacedBy?: string };
