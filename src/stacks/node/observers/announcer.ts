import type { StacksReceipt } from '../../protocol/receipt/node-receipt.js';
import type { StacksBlock } from '../chain/block/block.js';
import { blockInfo, blockReceipts, tipOf } from '../chain/block/receipts.js';
import { poxUnlockHeights } from '../chain/pox/pox.js';
import { slotHolders } from '../chain/pox/slot-holders.js';
import type { Produced } from '../chain/production/produce.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { ChainState } from '../chain/state/state.js';
import type { Admission } from '../mempool/admit.js';
import { type Genesis, genesisInfo } from '../past-blocks.js';
import type { StacksNodeEvent } from '../types.js';
import { createAbandoned, type Restored } from './abandoned.js';
import { announcePast } from './announce-past.js';
import { createDispatcher } from './dispatcher.js';
import { genesisPayload, type Interfaces, newBlockPayload, newBurnBlockPayload } from './payloads.js';

/** Reports what happens in the node, to subscribers in this process and to event observers. */
export type Announcer = {
  subscribe(listener: (event: StacksNodeEvent) => void): () => void;
  /** Sends observers the chain up to its first block. */
  past(genesis: Genesis): Promise<void>;
  block(produced: Produced): Promise<void>;
  burnBlock(sortition: Sortition): void;
  /** Blocks above the tip left the chain. */
  reorg(left: readonly StacksBlock[]): void;
  /** Sends observers the pending transactions that a restore added or removed. The blocks after it show the rest. */
  restored(restored: Restored): void;
  /** The mempool decided about a transaction; `txid` is hex without 0x. */
  admission(transaction: { txid: string; raw: Buffer }, admission: Admission): void;
  close(): void;
};

type AnnouncerOptions = { eventObservers: readonly string[]; warn: (message: string) => void };

export function createAnnouncer(state: ChainState, { eventObservers, warn }: AnnouncerOptions): Announcer {
  const listeners = new Set<(event: StacksNodeEvent) => void>();
  const observers = createDispatcher(eventObservers, { warn });
  const unlocks = poxUnlockHeights(state.poxRules.spans);
  const abandoned = createAbandoned(state);

  function emit(event: StacksNodeEvent): void {
    for (const listener of listeners) listener(event);
  }

  function drop({ txid, reason, detail, replacedBy }: Drop): void {
    emit({ type: 'mempool-dropped', txid: `0x${txid}`, reason, detail, replacedBy: replacedBy && `0x${replacedBy}` });
  }

  function sendDrop(txids: readonly string[], { reason, replacedBy }: Pick<Drop, 'reason' | 'replacedBy'>): void {
    if (!observers.active || txids.length === 0) return;
    const dropped = { dropped_txids: txids.map((txid) => `0x${txid}`), reason, new_txid: replacedBy ? `0x${replacedBy}` : null };
    observers.send('/drop_mempool_tx', dropped);
  }

  function sendBlock(made: Parameters<typeof newBlockPayload>[0]): Promise<void> {
    return observers.sendLists('/new_block', (list) => newBlockPayload(made, unlocks, list));
  }

  function sendBurnBlock(sortition: Sortition): void {
    if (observers.active) observers.send('/new_burn_block', newBurnBlockPayload(sortition, slotHolders(state, sortition)));
  }

  async function announceBlock({ block, executed }: Produced, receipts: StacksReceipt[]): Promise<void> {
    if (!observers.active) return;
    const interfaces: Interfaces = new Map(
      executed.flatMap(({ txid, result: { analysis } }) => (analysis === undefined ? [] : [[`0x${txid}`, state.vm.interfaceOf(analysis)]])),
    );
    await sendBlock({ block, parent: block.parent, receipts, interfaces });
    for (const { txids, replacedBy, reason = replacedBy === undefined ? COLLECTED : REPLACED } of abandoned.due(block)) {
      sendDrop(txids, { reason, replacedBy });
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async past(genesis) {
      if (!observers.active) return;
      await announcePast(state, genesis, {
        genesis: (results) => observers.sendLists('/new_block', (list) => genesisPayload(genesisInfo(state), results, unlocks, list)),
        burnBlock: sendBurnBlock,
        block: sendBlock,
      });
    },
    async block(produced) {
      const { block, executed, dropped, late } = produced;
      for (const { entry, reason, detail } of dropped) {
        const { txid } = entry.transaction;
        drop({ txid, reason, detail });
        sendDrop([txid], { reason });
        if (observers.active) abandoned.dropped(txid, reason);
      }
      // A real node keeps them and does not report them to its observers. Its followers find them by their nonces.
      for (const { entry, replacedBy } of late) drop({ txid: entry.transaction.txid, reason: REPLACED, replacedBy });
      const receipts = blockReceipts(executed);
      emit({ type: 'block', block: blockInfo(block), receipts });
      await announceBlock(produced, receipts);
    },
    burnBlock: sendBurnBlock,
    reorg(left) {
      const { tip } = state.ledger;
      if (observers.active) abandoned.left(left);
      emit({ type: 'reorg', forkHeight: tip.height, tip: tipOf(tip) });
    },
    restored(restored) {
      if (!observers.active) return;
      const { added, dropped } = abandoned.add(restored);
      sendDrop(dropped, { reason: COLLECTED });
      if (added.length > 0)
        observers.send(
          '/new_mempool_tx',
          added.map((raw) => `0x${raw.toString('hex')}`),
        );
    },
    admission({ txid, raw }, admission) {
      if (admission.status === 'rejected') emit({ type: 'mempool-rejected', txid: `0x${txid}`, ...admission.rejection });
      if (admission.status !== 'added') return;
      for (const [place, prior] of admission.replaced.entries()) {
        const replaced = { txid: prior.transaction.txid, reason: admission.reason, replacedBy: txid };
        drop(replaced);
        if (observers.active) abandoned.replaced(replaced.txid, txid);
        // A transaction can replace two: its origin's and its sponsor's. A node sends only the first to its observers.
        if (place === 0) sendDrop([replaced.txid], replaced);
      }
      const rawTx = `0x${raw.toString('hex')}`;
      emit({ type: 'mempool-added', txid: `0x${txid}`, rawTx });
      if (observers.active) observers.send('/new_mempool_tx', [rawTx]);
    },
    close() {
      observers.close();
      listeners.clear();
    },
  };
}

/** The word of a node that removes a transaction for which no other came. */
const COLLECTED = 'StaleGarbageCollect';
/** The word of a node for a transaction whose place another one took. */
const REPLACED = 'ReplaceByFee';

/** Txids are hex without 0x. */
type Drop = { txid: string; reason: string; detail?: string | undefined; replacedBy?: string | undefined };
