import type { BitcoinClient } from '../../bitcoin/client.js';
import type { Reorganisation } from '../../stacks/engine.js';

/** Sats by which the priority of a transaction falls, so that no block has it: more than there are. */
const NO_PRIORITY = -2_100_000_000_000_000;

/**
 * Abandons the last blocks of Bitcoin. Their transactions are pending again, and `mineBranch` mines them, except those that `isLeftOut` is
 * true for.
 * @param mineBranch mines blocks @returns their hashes, oldest first
 */
export async function reorganise(
  bitcoin: BitcoinClient,
  blocks: number,
  isLeftOut: (txid: string) => boolean,
  mineBranch: () => Promise<string[]>,
): Promise<Reorganisation> {
  const forkHeight = (await bitcoin.height()) - blocks;
  const abandoned: string[] = [];
  for (let height = forkHeight + 1; height <= forkHeight + blocks; height++) abandoned.push(await bitcoin.blockHash(height));
  await bitcoin.invalidateBlock(abandoned[0] ?? '');
  const leftOut = (await bitcoin.mempool()).filter(isLeftOut);
  for (const txid of leftOut) await bitcoin.call('prioritisetransaction', [txid, 0, NO_PRIORITY]);
  try {
    const hashes: string[] = [];
    while (hashes.length <= blocks) hashes.push(...(await mineBranch()));
    return { forkHeight, abandoned, hashes };
  } finally {
    for (const txid of leftOut) await bitcoin.call('prioritisetransaction', [txid, 0, -NO_PRIORITY]);
  }
}
