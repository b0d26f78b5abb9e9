import type { BitcoinClient } from '../../../bitcoin/client.js';

/**
 * How far in seconds bursts of Bitcoin blocks are dated back. A burst runs ahead of its date by a second per six blocks, because a block
 * must be younger than the median of the eleven before it: this is enough for 7,000 blocks. stacks-node dislikes tips that are older than
 * two hours.
 */
const BACK = 1_200;

/**
 * Runs `mine` while bitcoind's clock is slow. The first miner of Nakamoto waits until the clock has passed the time of its parent's Bitcoin
 * block, which a burst at the real time would put into the future.
 */
export async function datedBack(bitcoin: Pick<BitcoinClient, 'call'>, mine: () => Promise<void>): Promise<void> {
  await bitcoin.call('setmocktime', [Math.floor(Date.now() / 1_000) - BACK]);
  try {
    await mine();
  } finally {
    await bitcoin.call('setmocktime', [0]);
  }
}
