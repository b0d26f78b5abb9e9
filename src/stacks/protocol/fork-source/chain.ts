import { without0x } from '../../../base/hex.js';
import type { ForkPoint } from './fork-point.js';

/** A block of a running network. Hashes have 0x, times are in seconds since 1970. */
export type ForkSourceBlock = {
  height: number;
  hash: string;
  index_block_hash: string;
  /** Of the block's tenure. */
  consensus_hash: string;
  block_time: number;
  tenure_height: number;
  burn_block_height: number;
  burn_block_hash: string;
  burn_block_time: number;
  /** Of the block that begins a tenure, unless the origin does not serve its transactions. @default none */
  coinbase?: Coinbase | undefined;
};

/** Who began a tenure, and the seed that follows from the proof in the coinbase. */
export type Coinbase = { miner: string; vrf_seed: string };

/** Where a block of a running network is: hashes without 0x. */
export type ForkSourcePlace = Pick<ForkPoint, 'block' | 'burn'>;

/** Returns a block as a fork reads it. */
export function blockAt({ block, burn }: ForkSourcePlace, coinbase?: Coinbase | undefined): ForkSourceBlock {
  return {
    height: block.height,
    hash: `0x${block.blockHash}`,
    index_block_hash: `0x${block.id}`,
    consensus_hash: `0x${block.consensusHash}`,
    block_time: block.time,
    tenure_height: block.tenureHeight,
    burn_block_height: burn.height,
    burn_block_hash: `0x${burn.hash}`,
    burn_block_time: burn.time,
    coinbase,
  };
}

/** The reverse of {@link blockAt}. */
export function placeOf(block: ForkSourceBlock): ForkSourcePlace {
  return {
    block: {
      height: block.height,
      id: without0x(block.index_block_hash),
      blockHash: without0x(block.hash),
      consensusHash: without0x(block.consensus_hash),
      time: block.block_time,
      tenureHeight: block.tenure_height,
    },
    burn: { height: block.burn_block_height, hash: without0x(block.burn_block_hash), time: block.burn_block_time },
  };
}
