import { ancestorAt, type HeaderEntry } from '../../../chain/block-entry.js';
import { BLOCK_WORK } from '../../../chain/params.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Method } from '../../method.js';
import { notInFork } from '../../not-in-fork.js';
import { BITS_HEX, DIFFICULTY, TARGET_HEX } from '../../view/header.js';

/** The number of blocks that `networkhashps` averages. */
const HASH_RATE_BLOCKS = 120;
/** Blocks between difficulty adjustments: a day's. On regtest the difficulty never changes. */
const DIFFICULTY_PERIOD = 144;
const MAX_MOCK_TIME = 9_223_372_036;

/** The state of mining, and the clock. */
export const MINING_METHODS: Method[] = [
  {
    name: 'getmininginfo',
    category: 'Mining',
    description: 'The state of mining.',
    parameters: [],
    result: '{...} (object) height, difficulty, hash rate, size of the mempool',
    handler: (_, { core: { chain, mempool, miner } }) => {
      const tip = chain.tip();
      const last = miner.lastAssembled();
      return {
        blocks: tip.height,
        currentblockweight: last?.weight,
        currentblocktx: last?.transactions,
        bits: BITS_HEX,
        difficulty: DIFFICULTY,
        target: TARGET_HEX,
        networkhashps: hashRate(tip),
        pooledtx: mempool.pool.count(),
        blockmintxfee: mempool.policy.blockMinFeeRate,
        chain: 'regtest',
        next: { height: tip.height + 1, bits: BITS_HEX, difficulty: DIFFICULTY, target: TARGET_HEX },
        warnings: [],
      };
    },
  },
  {
    name: 'getnetworkhashps',
    category: 'Mining',
    description: 'The hashes per second, estimated from the times of past blocks.',
    parameters: [
      { name: 'nblocks', type: 'numeric', description: 'The number of blocks; -1 for the difficulty period.', default: '120' },
      { name: 'height', type: 'numeric', description: 'The last block; -1 for the tip.', default: '-1' },
    ],
    result: 'n (numeric)',
    handler: (args, { core: { chain } }) => {
      const blocks = args.has('nblocks') ? args.int('nblocks') : HASH_RATE_BLOCKS;
      const height = args.has('height') ? args.int('height') : -1;
      if (blocks < -1 || blocks === 0) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid nblocks. Must be a positive number or -1.');
      }
      const last = height === -1 ? chain.tip() : (chain.at(height) ?? chain.lookup.at(height));
      if (last === undefined) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Block does not exist at specified height');
      if (last.height < chain.base().height) throw notInFork(chain, `the rate of hashes at height ${last.height} is the origin's`);
      return hashRate(last, blocks === -1 ? (last.height % DIFFICULTY_PERIOD) + 1 : blocks);
    },
  },
  {
    name: 'setmocktime',
    category: 'Control',
    hidden: true,
    description: 'Sets the time of the node and of its next blocks; 0 resets it.',
    parameters: [{ name: 'timestamp', type: 'numeric', description: 'Seconds since 1970.' }],
    result: 'null',
    handler: (args, { core: { clock, peers } }) => {
      const time = args.integer('timestamp');
      if (time < 0 || time > MAX_MOCK_TIME) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Mocktime must be in the range [0, ${MAX_MOCK_TIME}], not ${time}.`);
      }
      clock.setMockTime(time);
      peers.network?.check();
      return null;
    },
  },
];

/** Returns the hashes per second over the last blocks, by their times. */
function hashRate(tip: HeaderEntry, blocks = HASH_RATE_BLOCKS): number {
  let first = ancestorAt(tip, Math.max(0, tip.height - blocks));
  // A fork counts its own blocks.
  for (let at: HeaderEntry | undefined = tip; first === undefined && at !== undefined; at = at.jump) if (at.jump === undefined) first = at;
  if (first === undefined || first === tip) return 0;
  let earliest = tip.header.time;
  let latest = tip.header.time;
  for (let at: HeaderEntry | undefined = tip; at !== undefined && at !== first; at = at.parent) {
    earliest = Math.min(earliest, at.parent?.header.time ?? earliest);
    latest = Math.max(latest, at.header.time);
  }
  return earliest === latest ? 0 : (Number(BLOCK_WORK) * (tip.height - first.height)) / (latest - earliest);
}
