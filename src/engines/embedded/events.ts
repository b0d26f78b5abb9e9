import type { BitcoinNode, BitcoinNodeEvent } from '../../bitcoin/node.js';
import type { EngineEvent, StacksBlockEvent } from '../../stacks/engine.js';
import type { StacksNodeBlock, StacksNodeEvent } from '../../stacks/node.js';
import { formatRejection } from '../../stacks/signing.js';

/** An event of the Bitcoin chain. */
export type BitcoinEvent = Extract<EngineEvent, { type: `bitcoin.${string}` }>;

/** Converts an event of the Bitcoin node; undefined if another event reports the same. */
export function bitcoinEvent(event: BitcoinNodeEvent, node: Pick<BitcoinNode, 'tip'>): BitcoinEvent | undefined {
  switch (event.type) {
    case 'block':
      return { type: 'bitcoin.block', height: event.header.height, hash: event.header.hash, txids: event.txids };
    case 'reorg': {
      const { height, hash } = node.tip();
      return { type: 'bitcoin.reorg', forkHeight: event.forkHeight, height, hash };
    }
    case 'mempool-added':
      return { type: 'bitcoin.tx', txid: event.txid };
    case 'mempool-removed':
      if (event.reason === 'block') return undefined;
      return { type: 'bitcoin.dropped', txid: event.txid, reason: event.reason, replacedBy: event.replacedBy };
    case 'restored':
      return undefined;
  }
}

/** Converts an event of the Stacks node. */
export function stacksEvent(event: StacksNodeEvent): EngineEvent {
  switch (event.type) {
    case 'block':
      return blockEvent(event);
    case 'reorg':
      return { type: 'stacks.reorg', forkHeight: event.forkHeight, height: event.tip.height, hash: event.tip.hash };
    case 'mempool-added':
      return { type: 'stacks.tx', txid: event.txid, rawTx: event.rawTx };
    case 'mempool-dropped':
      return { ...event, type: 'stacks.dropped' };
    case 'mempool-rejected':
      return { type: 'stacks.rejected', txid: event.txid, reason: formatRejection(event.reason, event.data) };
  }
}

/** A block of the Stacks node as an event. */
export function blockEvent({ block, receipts }: StacksNodeBlock): StacksBlockEvent {
  return { type: 'stacks.block', ...block, receipts };
}
