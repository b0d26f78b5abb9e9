import type { EngineEvent } from '../../engines/engine-event.js';
import { with0x } from '../../hex.js';

type StacksBlock = Extract<EngineEvent, { type: 'stacks.block' }>;

/** A block in the shape of the API's first version, as realtime clients get it. */
export function showBlock(block: StacksBlock, parentHash: string): object {
  const total = (name: keyof StacksBlock['receipts'][number]['cost']): number =>
    block.receipts.reduce((sum, { cost }) => sum + cost[name], 0);
  const time = new Date(block.time * 1000).toISOString();
  return {
    canonical: true,
    height: block.height,
    hash: block.blockHash,
    index_block_hash: block.hash,
    block_time: block.time,
    block_time_iso: time,
    parent_block_hash: parentHash,
    burn_block_time: block.time,
    burn_block_time_iso: time,
    burn_block_hash: with0x(block.burnHash),
    burn_block_height: block.burnHeight,
    miner_txid: '',
    parent_microblock_hash: '',
    parent_microblock_sequence: 0,
    txs: block.receipts.map(({ txid }) => txid),
    microblocks_accepted: [],
    microblocks_streamed: [],
    microblock_tx_count: {},
    execution_cost_read_count: total('readCount'),
    execution_cost_read_length: total('readLength'),
    execution_cost_runtime: total('runtime'),
    execution_cost_write_count: total('writeCount'),
    execution_cost_write_length: total('writeLength'),
  };
}
