import { advise } from '../../base/advice.js';
import { invalid } from '../../base/error.js';
import { field, listOf, readObject } from '../../base/json.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import type { LeftOut, Reorganisation } from '../../stacks/engine.js';

/** Sats by which the priority of a transaction falls, so that no block has it: more than there are. */
const NO_PRIORITY = -2_100_000_000_000_000;

/**
 * Abandons the last blocks of Bitcoin. Their transactions are pending again, and `mineBranch` mines them, except those left out.
 * @param mineBranch mines blocks @returns their hashes, oldest first
 * @throws DevnetError INVALID_INPUT if `leftOut` has a transaction that is neither pending nor in these blocks
 */
export async function reorganise(
  bitcoin: BitcoinClient,
  blocks: number,
  leftOut: LeftOut,
  mineBranch: () => Promise<string[]>,
): Promise<Reorganisation> {
  const forkHeight = (await bitcoin.height()) - blocks;
  const abandoned: string[] = [];
  for (let height = forkHeight + 1; height <= forkHeight + blocks; height++) abandoned.push(await bitcoin.blockHash(height));
  if (leftOut !== 'all' && leftOut.size > 0) await requireKnown(bitcoin, abandoned, leftOut);
  await bitcoin.invalidateBlock(abandoned[0] ?? '');
  const waiting = (await bitcoin.mempool()).filter((txid) => leftOut === 'all' || leftOut.has(txid));
  for (const txid of waiting) await bitcoin.call('prioritisetransaction', [txid, 0, NO_PRIORITY]);
  try {
    const hashes: string[] = [];
    while (hashes.length <= blocks) hashes.push(...(await mineBranch()));
    return { forkHeight, abandoned, hashes };
  } finally {
    for (const txid of waiting) await bitcoin.call('prioritisetransaction', [txid, 0, -NO_PRIORITY]);
  }
}

async function requireKnown(bitcoin: BitcoinClient, blocks: readonly string[], txids: ReadonlySet<string>): Promise<void> {
  const known = new Set(await bitcoin.mempool());
  for (const hash of blocks) {
    const block = readObject(await bitcoin.call('getblock', [hash, 1]), 'getblock');
    for (const txid of listOf(field(block, 'tx'), 'tx')) known.add(String(txid));
  }
  for (const txid of txids) {
    if (known.has(txid)) continue;
    const expected = `Bitcoin transactions that are pending, or in the last ${blocks.length} blocks`;
    const hint = advise`To leave out Stacks transactions, call ${{ do: 'chaos.emptyTenures', options: { tenures: 1 } }} before`;
    throw invalid('without', expected, txid, hint);
  }
}
