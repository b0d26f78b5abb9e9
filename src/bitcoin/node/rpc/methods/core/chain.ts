import { forkPoint, type HeaderEntry } from '../../../chain/block-entry.js';
import type { Chain } from '../../../chain/chain.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { JsonObject } from '../../json/json.js';
import type { Method } from '../../method.js';
import { BITS_HEX, chainWork, DIFFICULTY, TARGET_HEX } from '../../view/header.js';

/** The state of the chain. */
export const CHAIN_METHODS: Method[] = [
  {
    name: 'getblockchaininfo',
    category: 'Blockchain',
    description: 'The state of the chain.',
    parameters: [],
    result: '{...} (object) height, tip, difficulty, times, work',
    handler: (_, { core: { chain } }) => {
      const tip = chain.tip();
      return {
        chain: 'regtest',
        blocks: tip.height,
        headers: chain.bestHeader().height,
        bestblockhash: tip.hash,
        bits: BITS_HEX,
        target: TARGET_HEX,
        difficulty: DIFFICULTY,
        time: tip.header.time,
        mediantime: tip.medianTimePast,
        verificationprogress: 1,
        // False after the first block, which has the clock's time, and from then on: an invalid block has been the tip, too.
        initialblockdownload: tip.height === 0 && chain.blocks().length <= 1,
        chainwork: chainWork(tip.height),
        size_on_disk: 0,
        pruned: false,
        warnings: [],
      };
    },
  },
  {
    name: 'getdifficulty',
    category: 'Blockchain',
    description: 'The difficulty as a multiple of the minimum difficulty of mainnet.',
    parameters: [],
    result: 'n (numeric)',
    handler: () => DIFFICULTY,
  },
  {
    name: 'getbestblockhash',
    category: 'Blockchain',
    description: 'The hash of the tip of the active chain.',
    parameters: [],
    result: '"hex" (string) the hash',
    handler: (_, { core }) => core.chain.tip().hash,
  },
  {
    name: 'getblockcount',
    category: 'Blockchain',
    description: 'The height of the tip of the active chain; the genesis block is at height 0.',
    parameters: [],
    result: 'n (numeric) the height',
    handler: (_, { core }) => core.chain.tip().height,
  },
  {
    name: 'getblockhash',
    category: 'Blockchain',
    description: 'The hash of the block at a height of the active chain.',
    parameters: [{ name: 'height', type: 'numeric', description: 'The height.' }],
    result: '"hex" (string) the hash',
    handler: (args, { core }) => {
      const entry = core.chain.lookup.at(args.int('height'));
      if (entry === undefined) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Block height out of range');
      return entry.hash;
    },
  },
  {
    name: 'getchaintips',
    category: 'Blockchain',
    description: 'The ends of all branches of the block tree, the active one first.',
    parameters: [],
    result: '[{...}] (array) height, hash, length of the branch and status of each',
    handler: (_, { core: { chain } }) => {
      // The active tip may have children: invalidated blocks.
      const tips = new Set([chain.tip(), ...chain.leaves()]);
      return [...tips].sort((a, b) => b.height - a.height || a.sequence - b.sequence).map((tip) => tipJson(tip, chain));
    },
  },
  {
    name: 'getindexinfo',
    category: 'Util',
    description: 'The indexes of the node.',
    parameters: [{ name: 'index_name', type: 'string', description: 'Only this one.', default: '' }],
    result: '{...} (object) by name whether it is complete, and its height',
    handler: (args, { core: { chain, txIndex } }) =>
      !txIndex || (args.has('index_name') && !['', 'txindex'].includes(args.string('index_name')))
        ? {}
        : { txindex: { synced: true, best_block_height: chain.tip().height } },
  },
];

function tipJson(entry: HeaderEntry, chain: Chain): JsonObject {
  return {
    height: entry.height,
    hash: entry.hash,
    branchlen: entry.height - forkPoint(entry, chain.tip()).height,
    status: tipStatus(entry, chain),
  };
}

/** `valid-fork`: connected once; `valid-headers`: the block never connected; `headers-only`: the block is missing. */
function tipStatus(entry: HeaderEntry, chain: Chain): string {
  if (chain.isActive(entry)) return 'active';
  if (chain.isInvalid(entry)) return 'invalid';
  const block = chain.block(entry.hash);
  if (block === undefined) return 'headers-only';
  return block.isConnected ? 'valid-fork' : 'valid-headers';
}
