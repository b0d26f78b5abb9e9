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
