import type { StacksEvent, StacksReceipt } from '../receipt.js';
import type { StacksTip } from '../types.js';
import type { ExecutedTransaction, StacksBlock } from './block.js';

/** The receipts of a block's transactions; events are numbered through the block, without those of aborted transactions. */
export function blockReceipts(executed: readonly ExecutedTransaction[]): StacksReceipt[] {
  let eventIndex = 0;
  return executed.map(({ raw, txid, result }, txIndex) => {
    const events = result.status === 'abort_by_post_condition' ? [] : result.events;
    return {
      txid: `0x${txid}`,
      rawTx: `0x${raw.toString('hex')}`,
      txIndex,
      status: result.status,
      rawResult: `0x${result.rawResult}`,
      events: events.map((event): StacksEvent => ({ ...event, txid: `0x${txid}`, event_index: eventIndex++, committed: true })),
      vmError: result.vmError,
      cost: result.cost,
    };
  });
}

/** The block as the node's host sees it. */
export function tipOf(block: StacksBlock): StacksTip {
  return {
    height: block.height,
    hash: `0x${block.indexHash}`,
    blockHash: `0x${block.blockHash}`,
    burnHeight: block.sortition.height,
    burnHash: block.sortition.burn.hash,
    time: block.time,
  };
}
