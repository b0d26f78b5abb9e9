import { createHash } from 'node:crypto';

/** The chain that a session continues, in the words of the requests with which the VM reads a remote chain. */
export type OriginChain = {
  /** Of the block that the session continues from. */
  readonly height: number;
  /** Its index block hash, hex without 0x. */
  readonly id: string;
  /** Describes a block of the chain; undefined for one that it does not have. @param idOrHeight id without 0x, or a height */
  block(idOrHeight: string): OriginBlock | undefined;
  /** Describes a burn block, with the hash that the caller knows for it; undefined for one that the chain does not have. */
  sortition(height: number, burnHash: string | undefined): OriginSortition | undefined;
};

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

/**
 * Returns the chain of an ordinary session, which has one block: all its hashes are made up.
 * @param genesisTime of burn block 0, in seconds since 1970
 */
export function syntheticChain(genesisTime: number): OriginChain {
  return {
    height: 0,
    id: GENESIS_ID,
    block(id) {
      const isGenesis = id === '0' || id === GENESIS_ID;
      if (!isGenesis) return undefined;
      return {
        height: 0,
        hash: `0x${GENESIS_ID}`,
        index_block_hash: `0x${GENESIS_ID}`,
        // ten seconds after burn block 0, as an ordinary session has it
        block_time: genesisTime + 10,
        tenure_height: 0,
        burn_block_height: 0,
        burn_block_hash: syntheticBurnHash(0),
        burn_block_time: genesisTime,
      };
    },
    sortition: (height, burnHash) => syntheticSortition(height, burnHash, genesisTime),
  };
}

/** Returns a sortition whose hashes are made up, but for that of the burn block if it is known. */
export function syntheticSortition(height: number, burnHash: string | undefined, time: number): OriginSortition {
  const id = `0x${syntheticId(height).toString('hex')}`;
  return {
    burn_block_hash: burnHash === undefined ? syntheticBurnHash(height) : `0x${burnHash}`,
    burn_block_height: height,
    burn_header_timestamp: time,
    consensus_hash: `0x${syntheticId(height, 3).toString('hex', 0, 20)}`,
    sortition_id: id,
    parent_sortition_id: id,
    vrf_seed: `0x${syntheticId(height, 4).toString('hex')}`,
  };
}

/** An ordinary session makes its ids like this: SHA-512/256 of the height, four bytes, with a first byte by kind. */
function syntheticId(height: number, kind?: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(height);
  const id = createHash('sha512-256').update(bytes).digest();
  if (kind !== undefined) id[0] = kind;
  return id;
}

const GENESIS_ID = syntheticId(0).toString('hex');

function syntheticBurnHash(height: number): string {
  return `0x${syntheticId(height, 2).toString('hex')}`;
}
