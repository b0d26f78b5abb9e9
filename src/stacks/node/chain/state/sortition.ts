import { hash160, sha512_256 } from '../../../protocol/codec/hash.js';
import type { BurnBlock } from '../../types.js';

/** A Bitcoin block as the Stacks chain sees it: the election of the tenure that begins with it. Hashes are hex without 0x. */
export type Sortition = {
  readonly height: number;
  readonly parent: Sortition | undefined;
  readonly burn: BurnBlock;
  /** 20 bytes; names the tenure. */
  readonly consensusHash: string;
  readonly sortitionId: string;
};

/**
 * The sortition of a Bitcoin block. A real consensus hash commits to all burn operations and PoX state, which do not exist
 * here; this one commits to the Bitcoin block and its ancestors, so that it differs wherever the Bitcoin chains differ.
 */
export function nextSortition(parent: Sortition | undefined, burn: BurnBlock): Sortition {
  const burnHash = Buffer.from(burn.hash, 'hex');
  return placeSortition(parent, burn, {
    consensusHash: hash160(Buffer.concat([Buffer.from(parent?.consensusHash ?? '00'.repeat(20), 'hex'), burnHash])).toString('hex'),
    sortitionId: sha512_256(Buffer.from(parent?.sortitionId ?? '00'.repeat(32), 'hex'), burnHash).toString('hex'),
  });
}

/** What identifies a sortition. */
export type SortitionIds = Pick<Sortition, 'consensusHash' | 'sortitionId'>;

/** As {@link nextSortition}. @param ids what that computes */
export function placeSortition(
  parent: Sortition | undefined,
  { height, hash, previousHash, time }: BurnBlock,
  { consensusHash, sortitionId }: SortitionIds,
): Sortition {
  const before = parent?.burn.hash;
  // A chain keeps all of them, so equal hashes are one text.
  const burn = { height, hash, previousHash: previousHash === before ? before : previousHash, time };
  return { height, parent, burn, consensusHash, sortitionId };
}
