import { DevnetError, undoneByRestore } from '../../base/error.js';
import { type Deadline, wait } from '../../base/wait.js';
import type { TxLedger, TxState } from './ledger.js';

export type TxWait<Place extends { block: { height: number } }, T> = Deadline & {
  chain: 'Bitcoin' | 'Stacks';
  ledger: TxLedger<Place>;
  txid: string;
  /** Completes the sentence "gave up waiting for Stacks transaction … to …". */
  what: string;
  /** Watches another source of the answer beside the ledger. @returns a function that stops watching */
  watch?: ((look: () => void) => () => void) | undefined;
  /** Returns the answer once the transaction has enough confirmations. The wait rejects with what it throws. */
  arrived(place: Place, confirmations: number): T | undefined;
  /** Fires, with an error as its reason, when the network ends. */
  closed: AbortSignal;
};

/** `lastSeen` of a transaction that was never in a mempool or a block. */
export const NEVER_SEEN = 'never seen';
/** `lastSeen` of a wait for a pending transaction. */
export const IN_MEMPOOL = 'in the mempool';

/**
 * Waits for a transaction to be in the chain. The transaction may be sent later.
 * @throws DevnetError DROPPED, REPLACED, REJECTED, ROLLED_BACK (a restored state does not contain it), TIMEOUT, ABORTED
 */
export function waitInLedger<Place extends { block: { height: number } }, T>(options: TxWait<Place, T>): Promise<T> {
  const { chain, ledger, txid, what, watch, arrived, closed, ...deadline } = options;
  const name = `${chain} transaction ${txid}`;
  let lastSeen: string | undefined;
  return wait<T>({
    ...deadline,
    closed,
    what: `${name} ${what}`,
    details: () => ({ lastSeen: lastSeen ?? describeState(ledger, ledger.state(txid)) }),
    begin(settle) {
      let known = false;
      const look = (): void => {
        const state = ledger.state(txid);
        if (state.at === 'block') {
          try {
            const answer = arrived(state.place, confirmations(ledger, state.place));
            if (answer !== undefined) return void settle.resolve(answer);
          } catch (error) {
            return void settle.reject(error);
          }
        } else if (state.at === 'dropped') {
          settle.reject(
            state.replacedBy === undefined
              ? new DevnetError('DROPPED', `${name} left the mempool without being mined: ${state.reason}`)
              : new DevnetError('REPLACED', `${name} was replaced by ${state.replacedBy}`, { replacedBy: state.replacedBy }),
          );
        } else if (state.at === 'rejected') {
          settle.reject(
            new DevnetError('REJECTED', `${name} was rejected by the node: ${state.reason}`, {
              reason: state.reason,
              hint: 'broadcastTransaction resolves with this rejection: check its "error" before you wait',
            }),
          );
        } else if (state.at === 'unknown' && known) {
          settle.reject(undoneByRestore(name, lastSeen));
        }
        known ||= state.at !== 'unknown';
        lastSeen = describeState(ledger, state);
      };
      const stops = [ledger.watch(look), watch?.(look)];
      look();
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  });
}

function confirmations<Place extends { block: { height: number } }>(ledger: TxLedger<Place>, { block }: Place): number {
  return ledger.height() - block.height + 1;
}

function describeState<Place extends { block: { height: number } }>(ledger: TxLedger<Place>, state: TxState<Place>): string {
  switch (state.at) {
    case 'mempool':
      return IN_MEMPOOL;
    case 'block': {
      const depth = confirmations(ledger, state.place);
      return `in block ${state.place.block.height}, ${depth} confirmation${depth === 1 ? '' : 's'}`;
    }
    case 'orphaned':
      return `in block ${state.place.block.height}, which left the chain`;
    case 'dropped':
      return `dropped: ${state.reason}`;
    case 'rejected':
      return `rejected: ${state.reason}`;
    case 'unknown':
      return NEVER_SEEN;
  }
}
