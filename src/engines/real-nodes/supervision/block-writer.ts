import { createSingleFlight } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';
import type { BitcoinClient } from '../../../bitcoin/client.js';

/**
 * Makes bitcoind write its block index after each block, which takes 40 ms. By default bitcoind writes it once an hour, so that after a
 * kill it would start at a lower height than stacks-node, and with fewer blocks than were reported.
 */
export type BlockWriter = {
  /** Holds a block, and lets bitcoind write it in the background. @returns when it is held */
  write(hash: string): Promise<void>;
  /** Gives a restarted bitcoind the blocks that it had not written. */
  submit(): Promise<void>;
  /** Forgets the blocks that are held. Call it when bitcoind has started from another state. */
  forget(): void;
};

export function createBlockWriter(bitcoin: Pick<BitcoinClient, 'rawBlock' | 'submitBlock' | 'flush'>): BlockWriter {
  /** By hash, oldest first. */
  const held = new Map<string, string>();
  const flushing = createSingleFlight(async (): Promise<void> => {
    while (held.size > 0) {
      const hashes = [...held.keys()];
      await bitcoin.flush();
      for (const hash of hashes) held.delete(hash);
    }
  });
  return {
    async write(hash) {
      held.set(hash, await bitcoin.rawBlock(hash));
      flushing.run().catch((error: unknown) => {
        // The recovery handles a bitcoind that does not answer. The flush after the next block includes this one.
        if (!(error instanceof DevnetError)) throw error;
      });
    },
    async submit() {
      for (const block of held.values()) await bitcoin.submitBlock(block);
    },
    forget: () => held.clear(),
  };
}
