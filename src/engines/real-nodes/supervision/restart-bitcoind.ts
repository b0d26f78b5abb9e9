import { DevnetError } from '../../../error.js';
import type { MempoolView } from '../../follow/mempool.js';
import { loadWallets } from '../mining/wallets.js';
import type { Network } from '../network/network.js';

/** Starts bitcoind again, and sends it the transactions of its mempool, which its files do not contain. */
export async function restartBitcoind(network: Network, mempool: MempoolView): Promise<void> {
  await network.startBitcoind();
  await loadWallets(network);
  // This includes the miner's commit, which stacks-node does not send again.
  for (const { hex } of mempool.last()) await network.bitcoin.send(hex).catch(ignoreRefusal);
}

/** bitcoind refuses transactions that are mined or conflict with mined ones. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
}
