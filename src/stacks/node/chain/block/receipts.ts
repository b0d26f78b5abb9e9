import { interfaceOf } from '../../../../clarity/analysis.js';
import { EncodedEvents, PlacedEvents } from '../../../protocol/receipt/encoded-events.js';
import type { StacksReceipt } from '../../../protocol/receipt/node-receipt.js';
import type { StacksBlockInfo, StacksTip } from '../../types.js';
import type { StacksBlock } from './block.js';
import type { ExecutedTransaction } from './mined-transaction.js';

/** The receipts of a block's transactions; events are numbered through the block, without those of aborted transactions. */
export function blockReceipts(executed: readonly ExecutedTransaction[]): StacksReceipt[] {
  let eventIndex = 0;
  return executed.map(({ raw, txid, result }, txIndex) => {
    const id = `0x${txid}`;
    const events = new PlacedEvents(result.status === 'abort_by_post_condition' ? NO_EVENTS : result.events, id, eventIndex);
    eventIndex += events.length;
    return {
      txid: id,
      rawTx: `0x${raw.toString('hex')}`,
      txIndex,
      status: result.status,
      rawResult: `0x${result.rawResult}`,
      events,
      vmError: result.vmError,
      vmErrorPosition: result.errorPosition,
      ...(result.origin && { origin: result.origin }),
      ...(result.status !== 'success' && result.analysis && { contractInterface: interfaceOf(result.analysis) }),
      cost: result.cost,
    };
  });
}

const NO_EVENTS = EncodedEvents.of([]);

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

/** The block as its host's subscribers see it. */
export function blockInfo(block: StacksBlock): StacksBlockInfo {
  const { sortition, matured, chosen } = block;
  const { height, hash, blockHash, burnHeight, burnHash, time } = tipOf(block);
  // Not spread: each block is reported, and V8 takes long to extend a copy.
  const info: StacksBlockInfo = {
    height,
    hash,
    blockHash,
    burnHeight,
    burnHash,
    time,
    parentHash: `0x${block.parentIndexHash}`,
    consensusHash: sortition.consensusHash,
    tenureHeight: block.tenureHeight,
    burnTime: sortition.burn.time,
    rewards: matured.map(({ recipient, coinbase, anchoredFees, streamedFees }) => ({
      recipient,
      coinbase: `${coinbase}`,
      amount: `${coinbase + anchoredFees + streamedFees}`,
    })),
  };
  if (chosen !== undefined) {
    const signers = chosen.set.signers.map(({ key, stacked, weight }) => ({ key, stacked: `${stacked}`, weight: Number(weight) }));
    info.chosen = { cycle: chosen.cycle, signers };
  }
  return info;
}
