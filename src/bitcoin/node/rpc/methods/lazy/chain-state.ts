import { ancestorAt, type BlockEntry } from '../../../chain/block-entry.js';
import type { Chain } from '../../../chain/chain.js';
import type { Arguments } from '../../arguments/arguments.js';
import { findHeader } from '../../arguments/find-block.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Method } from '../../method.js';
import { notInFork } from '../../not-in-fork.js';
import { deploymentsJson } from '../../view/deployments.js';
import { BITS_HEX, DIFFICULTY, TARGET_HEX } from '../../view/header.js';

/** The blocks of a month, at one per ten minutes. */
const DEFAULT_WINDOW = 4320;

/** Deployments, statistics, checks and preferences of the chain. */
export const CHAIN_STATE_METHODS: Method[] = [
  {
    name: 'getdeploymentinfo',
    category: 'Blockchain',
    description: 'The deployments of consensus rules and their states.',
    parameters: [{ name: 'blockhash', type: 'hex', description: 'The block.', default: 'the tip' }],
    result: '{...} (object)',
    handler: (args, { core: { chain } }) => {
      const entry = args.has('blockhash') ? findHeader(chain, args.string('blockhash')) : chain.tip();
      return { hash: entry.hash, height: entry.height, deployments: deploymentsJson(entry, chain.activation) };
    },
  },
  {
    name: 'getchainstates',
    category: 'Blockchain',
    description: 'The chains of the node. It has one.',
    parameters: [],
    result: '{...} (object)',
    handler: (_, { core: { chain } }) => {
      const { height, hash } = chain.tip();
      return {
        headers: chain.bestHeader().height,
        chainstates: [
          {
            blocks: height,
            bestblockhash: hash,
            bits: BITS_HEX,
            target: TARGET_HEX,
            difficulty: DIFFICULTY,
            verificationprogress: 1,
            coins_db_cache_bytes: 0,
            coins_tip_cache_bytes: 0,
            validated: true,
          },
        ],
      };
    },
  },
  {
    name: 'getchaintxstats',
    category: 'Blockchain',
    description: 'The number and recent rate of transactions in the chain.',
    parameters: [
      { name: 'nblocks', type: 'numeric', description: 'The number of blocks.', default: 'one month' },
      { name: 'blockhash', type: 'hex', description: 'The last block.', default: 'the tip' },
    ],
    result: '{...} (object) counts and a rate',
    handler: (args, { core: { chain } }) => {
      const last = args.has('blockhash') ? activeBlock(chain, args.string('blockhash')) : chain.tip();
      const blocks = windowOf(args, last);
      const first = ancestorAt(last, last.height - blocks);
      if (first === undefined || chain.origin !== undefined) {
        throw notInFork(chain, 'the number of transactions in the chain is not known to a fork');
      }
      const interval = last.medianTimePast - first.medianTimePast;
      const count = transactionsUpTo(last);
      const inWindow = count - transactionsUpTo(first);
      return {
        time: last.header.time,
        txcount: count,
        window_final_block_hash: last.hash,
        window_final_block_height: last.height,
        window_block_count: blocks,
        ...(blocks > 0 ? { window_interval: interval, window_tx_count: inWindow } : {}),
        txrate: blocks > 0 && interval > 0 ? inWindow / interval : undefined,
      };
    },
  },
  {
    name: 'verifychain',
    category: 'Blockchain',
    description: 'Checks blocks again. Returns true, because the node checks each block on arrival and keeps it in memory.',
    parameters: [
      { name: 'checklevel', type: 'numeric', description: 'The thoroughness.', default: '3' },
      { name: 'nblocks', type: 'numeric', description: 'The number of blocks; 0 for all.', default: '6' },
    ],
    result: 'true (boolean)',
    handler: (args) => {
      for (const name of ['checklevel', 'nblocks']) if (args.has(name)) args.int(name);
      return true;
    },
  },
  {
    name: 'preciousblock',
    category: 'Blockchain',
    description: 'Prefers a block to others of equal work, as if it had arrived first.',
    parameters: [{ name: 'blockhash', type: 'hex', description: 'The block.' }],
    result: 'null',
    handler: (args, { core }) => {
      core.prefer(findHeader(core.chain, args.string('blockhash')));
      return null;
    },
  },
];

function activeBlock(chain: Chain, text: string): BlockEntry {
  const entry = chain.block(findHeader(chain, text).hash);
  if (entry === undefined || !chain.isActive(entry)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Block is not in main chain');
  return entry;
}

function windowOf(args: Arguments, last: BlockEntry): number {
  if (!args.has('nblocks')) return Math.max(0, Math.min(DEFAULT_WINDOW, last.height - 1));
  const blocks = args.int('nblocks');
  if (blocks >= 0 && (blocks === 0 || blocks < last.height)) return blocks;
  throw new RpcError(RPC_CODE.INVALID_PARAMETER, "Invalid block count: should be between 0 and the block's height - 1");
}

function transactionsUpTo(entry: BlockEntry): number {
  let count = 0;
  for (let at: BlockEntry | undefined = entry; at !== undefined; at = at.parent) count += at.count;
  return count;
}
