import { serializeBlockHeader } from '../../../../protocol/codec/block.js';
import { toHex } from '../../../../protocol/codec/hex.js';
import type { StoredBlock } from '../../../chain/block-entry.js';
import type { Chain } from '../../../chain/chain.js';
import { textOf } from '../../arguments/arguments.js';
import { findBlock, findHeader } from '../../arguments/find-block.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { parseVerbosity } from '../../arguments/verbosity.js';
import { RPC_CODE, RpcError } from '../../error.js';
import { type JsonObject, Numeral } from '../../json/json.js';
import { toInt32 } from '../../json/numeral.js';
import type { Method } from '../../method.js';
import { notInFork, requireOwn } from '../../not-in-fork.js';
import { blockJson } from '../../view/block.js';
import { blockStatsJson } from '../../view/block-stats.js';
import { headerJson } from '../../view/header.js';

const BLOCK_HASH = { name: 'blockhash', type: 'hex', description: 'The hash of the block.' } as const;

/** Blocks and headers. */
export const BLOCK_METHODS: Method[] = [
  {
    name: 'getblock',
    category: 'Blockchain',
    description: 'Returns a block. Verbosity 0 is its hex, 1 has txids, 2 transactions with fees, 3 also spent outputs.',
    parameters: [BLOCK_HASH, { name: 'verbosity|verbose', type: 'numeric', description: '0, 1, 2 or 3.', default: '1', unchecked: true }],
    result: '"hex" (string) or {...} (object) the block',
    handler: (args, { core }) => {
      const hash = parseHash(args.string('blockhash'), 'blockhash');
      const verbosity = parseVerbosity(args.raw('verbosity'), 1);
      return blockJson(findBlock(core.chain, hash), core.chain, verbosity);
    },
  },
  {
    name: 'getblockheader',
    category: 'Blockchain',
    description: 'The header of a block.',
    parameters: [BLOCK_HASH, { name: 'verbose', type: 'boolean', description: 'false for the hex of its 80 bytes.', default: 'true' }],
    result: '"hex" (string) or {...} (object) the header',
    handler: (args, { core }) => {
      const entry = findHeader(core.chain, args.string('blockhash'), 'hash');
      const verbose = !args.has('verbose') || args.boolean('verbose');
      return verbose ? headerJson(entry, core.chain) : toHex(serializeBlockHeader(entry.header));
    },
  },
  {
    name: 'getblockstats',
    category: 'Blockchain',
    description: 'Statistics of a block, all amounts in sats.',
    parameters: [
      { name: 'hash_or_height', type: 'numeric', description: 'The block, by its hash or height.', unchecked: true },
      { name: 'stats', type: 'array', description: 'The names of the statistics.', default: 'all' },
    ],
    result: '{...} (object) numbers by name',
    handler: (args, { core: { chain } }) => {
      const entry = findBlockOrHeight(chain, args.raw('hash_or_height'));
      const names = args.has('stats') ? args.array('stats').map(textOf) : [];
      const undo = entry.height === 0 ? [] : entry.undo;
      if (undo === undefined && chain.origin !== undefined && entry.height <= chain.base().height) {
        throw notInFork(chain, `the statistics of block ${entry.height} need outputs that only the origin has`);
      }
      if (undo === undefined) throw new RpcError(RPC_CODE.MISC_ERROR, 'Undo data not available');
      const all = blockStatsJson(entry, undo, chain.subsidy(entry.height));
      return names.length === 0 ? all : pick(all, names);
    },
  },
  {
    name: 'invalidateblock',
    category: 'Blockchain',
    hidden: true,
    description: 'Marks a block as invalid. The chain leaves it and its descendants.',
    parameters: [BLOCK_HASH],
    result: 'null',
    handler: (args, { core }) => {
      const entry = findHeader(core.chain, args.string('blockhash'));
      requireOwn(core.chain, entry);
      core.invalidate(entry);
      return null;
    },
  },
  {
    name: 'reconsiderblock',
    category: 'Blockchain',
    hidden: true,
    description: 'Reverts invalidateblock for the block, its ancestors and its descendants.',
    parameters: [BLOCK_HASH],
    result: 'null',
    handler: (args, { core }) => {
      core.reconsider(findHeader(core.chain, args.string('blockhash')));
      return null;
    },
  },
];

function findBlockOrHeight(chain: Chain, value: unknown): StoredBlock {
  if (!(value instanceof Numeral)) return findBlock(chain, textOf(value), 'hash_or_height');
  const height = toInt32(value);
  if (height < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Target block height ${height} is negative`);
  const entry = chain.at(height) ?? chain.lookup.at(height);
  if (entry !== undefined) return findBlock(chain, entry.hash);
  throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Target block height ${height} after current tip ${chain.tip().height}`);
}

/** Returns the named members sorted by name, as Core does. */
function pick(all: JsonObject, names: string[]): JsonObject {
  const chosen: JsonObject = {};
  for (const name of [...new Set(names)].sort()) {
    if (!Object.hasOwn(all, name)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid selected statistic '${name}'`);
    chosen[name] = all[name];
  }
  return chosen;
}
