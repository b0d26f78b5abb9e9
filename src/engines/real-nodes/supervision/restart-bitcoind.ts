import { DevnetError } from '../../../base/error.js';
import type { MempoolView } from '../../common/follow/mempool.js';
import { loadWallets } from '../mining/wallets.js';
import type { Network } from '../network/network.js';
import type { BlockWriter } from './block-writer.js';

/** Starts bitcoind again, and sends it what its files do not contain: its last blocks, and the transactions of its mempool. */
export async function restartBitcoind(network: Network, mempool: MempoolView, blocks: BlockWriter): Promise<void> {
  await network.startBitcoind();
  await loadWallets(network);
  await blocks.submit();
  // This includes the miner's commit, which stacks-node does not send again.
  for (const { hex } of mempool.last()) await network.bitcoin.send(hex).catch(ignoreRefusal);
}

/** bitcoind refuses transactions that are mined or conflict with mined ones. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
}
