import type { BitcoinClient } from '../../chains/bitcoin/client/client.js';
import { DevnetError } from '../../error.js';
import type { EngineEvent } from '../engine.js';

/**
 * Makes bitcoind write its block index after each block, 40 ms of its time: it is in memory only for an hour otherwise, and a
 * bitcoind that is killed would come back at an earlier height than stacks-node is at.
 * @returns the listener for the engine's events
 */
export function flushBlocks(bitcoin: Pick<BitcoinClient, 'flush'>): (event: EngineEvent) => void {
  let flushing = false;
  let again = false;
  const flush = async (): Promise<void> => {
    flushing = true;
    do {
      again = false;
      try {
        await bitcoin.flush();
      } catch (error) {
        // A bitcoind that does not answer is told by who follows it; the next block makes it write this one, too.
        if (!(error instanceof DevnetError)) throw error;
      }
    } while (again);
    flushing = false;
  };
  return ({ type }) => {
    if (type !== 'bitcoin.block') return;
    again = true;
    if (!flushing) void flush();
  };
}
