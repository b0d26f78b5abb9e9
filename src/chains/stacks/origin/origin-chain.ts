/** Hashes have 0x, times are in seconds since 1970. */
export type OriginBlock = {
  height: number;
  hash: string;
  index_block_hash: string;
  block_time: number;
  tenure_height: number;
  burn_block_height: number;
  burn_block_hash: string;
  burn_block_time: number;
};
export type OriginSortition = {
  burn_block_hash: string;
  burn_block_height: number;
  burn_header_timestamp: number;
  consensus_hash: string;
  sortition_id: string;
  parent_sortition_id: string;
  vrf_seed: string;
};
