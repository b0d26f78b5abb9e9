import type { MempoolView } from '../../common/follow/mempool.js';
import { mineEmptyBlock, waitForSync } from '../../common/follow/tenure.js';
import type { Network } from '../network/network.js';

/** Mines a Bitcoin block of the users' transactions, without a commit of the Stacks miner. @returns its hash */
export async function mineWithoutCommit(network: Network, mempool: MempoolView): Promise<string> {
  const entries = await mempool.read();
  const users = [...entries].filter(([, { isProducers }]) => !isProducers);
  const pending = new Set(users.map(([txid]) => txid));
  const ordered: string[] = [];
  // bitcoind wants parents before children.
  while (pending.size > 0) {
    const before = pending.size;
    for (const [txid, { inputs }] of users) {
      if (!pending.has(txid) || inputs.some((input) => pending.has(input.split(':')[0] ?? ''))) continue;
      pending.delete(txid);
      ordered.push(txid);
    }
    if (pending.size === before) break;
  }
  await mineEmptyBlock(network, ordered);
  await waitForSync(network);
  return (await network.bitcoin.tip()).hash;
}

/**
 * Mines a Bitcoin block while the signers sign no Stacks block. Its tenure begins when they are back. Only the first one has a commit,
 * because that of a later one would be to an older tenure.
 */
export async function mineUnsigned(network: Network, mempool: MempoolView): Promise<string> {
  const { elected, consensusHash } = await network.stacks.sortition();
  const { tipConsensusHash } = await network.stacks.info();
  if (elected && consensusHash !== tipConsensusHash) return mineWithoutCommit(network, mempool);
  const [hash = ''] = await network.bitcoin.generate(1, network.coinbaseAddress);
  await waitForSync(network);
  return hash;
}
