import { readNumber, readObject } from '../../../base/json.js';
import { mineEmptyBlock, type TenureNetwork } from '../../common/follow/tenure.js';

/**
 * The age of Bitcoin's tip in seconds from which a block is mined before stacks-node starts. A stacks-node 4.0.2 that starts answers
 * nothing until the tip is younger than two hours ("Header at height … is not within 2 hours of now"); the rest is for a slow start.
 */
const OLDEST = 5_400;

/**
 * Mines an empty Bitcoin block if stacks-node would wait for a younger tip, as after a boot from a network that was kept for longer. The
 * block elects no miner, so that the active tenure continues.
 * @param now in seconds since 1970
 */
export async function refreshTip(network: Pick<TenureNetwork, 'bitcoin' | 'coinbaseAddress'>, now: number): Promise<void> {
  const info = readObject(await network.bitcoin.call('getblockchaininfo'), 'getblockchaininfo');
  if (now - readNumber(info, 'time') > OLDEST) await mineEmptyBlock(network);
}
