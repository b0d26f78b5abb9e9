import type { Turn } from '../../../base/turns.js';
import { NO_COST } from '../../../clarity/costs.js';
import type { BlockRecord } from '../../history/chain/records.js';
import type { ApiContext } from '../context.js';
import { isoTime } from './iso-time.js';

/** The transaction of the miner's commit on Bitcoin, which the embedded node's blocks do not have. */
const NO_MINER_TXID = `0x${'00'.repeat(32)}`;

/** A block in v1. */
export function showBlock(context: ApiContext, block: BlockRecord): object {
  return {
    ...showCommon(context, block),
    txs: context.history.chain.isCanonical(block) ? block.transactions.map(({ txid }) => txid).reverse() : [],
    parent_microblock_hash: '',
    parent_microblock_sequence: -1,
    microblocks_accepted: [],
    microblocks_streamed: [],
    microblock_tx_count: {},
  };
}

/** A block in v2. */
export function showBlockV2(context: ApiContext, block: BlockRecord): object {
  const { facts, count, fromGenesis } = block;
  return { ...showCommon(context, block), parent_index_block_hash: facts.parentHash, tx_count: count - fromGenesis };
}

function showCommon({ history: { chain } }: ApiContext, block: BlockRecord): object {
  const { facts } = block;
  const burnTime = facts.burnTime ?? facts.time;
  const total = costOf(block);
  return {
    canonical: chain.isCanonical(block),
    height: facts.height,
    hash: facts.blockHash,
    block_time: facts.time,
    block_time_iso: isoTime(facts.time),
    tenure_height: facts.tenureHeight ?? -1,
    index_block_hash: facts.hash,
    parent_block_hash: chain.find(facts.parentHash)?.facts.blockHash ?? facts.parentHash,
    burn_block_time: burnTime,
    burn_block_time_iso: isoTime(burnTime),
    burn_block_hash: `0x${facts.burnHash}`,
    burn_block_height: facts.burnHeight,
    miner_txid: facts.minerTxid ?? NO_MINER_TXID,
    execution_cost_read_count: total.readCount,
    execution_cost_read_length: total.readLength,
    execution_cost_runtime: total.runtime,
    execution_cost_write_count: total.writeCount,
    execution_cost_write_length: total.writeLength,
  };
}

/** What blocks that were shown cost: a large one is long to decode. */
const costs = new WeakMap<BlockRecord, typeof NO_COST>();

function costOf(block: BlockRecord): typeof NO_COST {
  const known = costs.get(block);
  if (known !== undefined) return known;
  const total: Record<keyof typeof NO_COST, number> = { ...NO_COST };
  for (const record of block.mined) {
    const { cost } = record.receipt();
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += cost[key];
  }
  costs.set(block, total);
  return total;
}

/** A Bitcoin block with the Stacks blocks of its tenure, of which there is at least one and may be thousands. */
export async function showBurnBlock({ remember }: ApiContext, blocks: readonly BlockRecord[]): Promise<object> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (last === undefined || first === undefined) return {};
  const { facts } = first;
  const { hashes, transactions } = await remember(`burn block ${facts.hash}`, (turn) => contents([...blocks], turn));
  const span = last.time - first.time;
  const burnTime = facts.burnTime ?? facts.time;
  return {
    burn_block_time: burnTime,
    burn_block_time_iso: isoTime(burnTime),
    burn_block_hash: `0x${facts.burnHash}`,
    burn_block_height: facts.burnHeight,
    stacks_blocks: hashes,
    // The API cuts the fraction off.
    avg_block_time: blocks.length < 2 ? 0 : Math.trunc(span / (blocks.length - 1)),
    total_tx_count: transactions,
  };
}

/** Returns the hashes of blocks, newest first, and the number of their transactions. */
async function contents(blocks: readonly BlockRecord[], turn: Turn): Promise<{ hashes: string[]; transactions: number }> {
  const hashes: string[] = [];
  let transactions = 0;
  for (const block of blocks) {
    hashes.push(block.facts.blockHash);
    transactions += block.count - block.fromGenesis;
    await turn();
  }
  return { hashes: hashes.reverse(), transactions };
}
