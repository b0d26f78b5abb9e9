import type { BitcoinClient } from '../../../chains/bitcoin/client/client.js';
import { DevnetError } from '../../../error.js';
import type { EngineEvent } from '../../engine-event.js';

/**
 * Makes bitcoind write its block index after each block, which takes 40 ms. By default bitcoind writes it once an hour, so that after a
 * kill it would start at a lower height than stacks-node.
 * @returns a listener for the engine's events
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
        // The recovery handles a bitcoind that does not answer. The flush after the next block includes this one.
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
