import { DevnetError } from '../../../base/error.js';
import { wait } from '../../../base/wait.js';
import type { PreparableNetwork } from '../../../stacks/engine.js';
import type { Outcome, Outcomes } from './outcomes.js';

/** How long in ms a transaction may wait for a Stacks block before a Bitcoin block makes room: a tenure has a budget. */
const QUIET = 5_000;
/** How many Bitcoin blocks in a row may confirm nothing. */
export const FRUITLESS_BLOCKS = 8;

/**
 * Waits for the outcome of a transaction. Mines a Bitcoin block whenever nothing happens for a while.
 * @param what completes the sentence "gave up waiting for …"
 * @throws DevnetError TIMEOUT with what was seen last, ABORTED
 */
export async function confirm(
  { txid, what }: { txid: string; what: string },
  { network, outcomes }: { network: Pick<PreparableNetwork, 'limits' | 'mineBitcoin'>; outcomes: Outcomes },
): Promise<Outcome> {
  for (let fruitless = 0; ; ) {
    const before = outcomes.count();
    const { ends: closed, signal, clock } = network.limits();
    try {
      return await wait<Outcome>({
        what,
        timeoutMs: QUIET,
        clock,
        closed,
        signal,
        details: () => ({ lastSeen: outcomes.lastSeen() }),
        begin({ resolve }) {
          const look = (): void => {
            const outcome = outcomes.get(txid);
            if (outcome !== undefined) resolve(outcome);
          };
          const stop = outcomes.onChange(look);
          look();
          return stop;
        },
      });
    } catch (error) {
      if (!(error instanceof DevnetError && error.code === 'TIMEOUT')) throw error;
      fruitless = outcomes.count() > before ? 0 : fruitless + 1;
      if (fruitless > FRUITLESS_BLOCKS) throw gaveUp(what, outcomes.lastSeen());
      await network.mineBitcoin();
    }
  }
}

/** Creates the error for something that Bitcoin blocks did not confirm. */
export function gaveUp(what: string, lastSeen: string): DevnetError {
  const message = `gave up waiting for ${what} after ${FRUITLESS_BLOCKS} Bitcoin blocks without it; last seen: ${lastSeen}`;
  return new DevnetError('TIMEOUT', message, { lastSeen });
}
