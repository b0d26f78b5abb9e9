import type { Advice } from '../../../base/advice.js';
import { DevnetError, undoneByRestore } from '../../../base/error.js';
import { type Deadline, wait } from '../../../base/wait.js';
import type { BridgeStatus } from '../../../sbtc/bridge.js';

/** A request that exists: its transaction, and the number of restores when that was known. */
export type Known = { txid: string | undefined; restores: number };

export type StatusWait<T> = Deadline & {
  /** `deposit …` or `withdrawal …`. */
  name: string;
  wanted: BridgeStatus;
  /** Returns the deposit or withdrawal as it is now. */
  look(): Promise<T | undefined>;
  /** Counts the restores of snapshots so far. */
  restores(): number;
  /** What exists already. @default it may be announced later */
  known?: Known | undefined;
  /** Calls `listener` when its status may have changed. @returns a function that unsubscribes it */
  watch(listener: () => void): () => void;
  /** Returns why nothing happens, if that is known. */
  hint(): Advice | undefined;
  closed: AbortSignal;
};

const ORDER: readonly BridgeStatus[] = ['pending', 'accepted', 'confirmed'];

/**
 * Waits for a status, or a later one.
 * @throws DevnetError REJECTED if it can no longer come, ROLLED_BACK (a restored state does not contain the request), TIMEOUT, ABORTED
 */
export function waitForStatus<T extends { txid?: string | undefined; status: BridgeStatus; statusMessage: string }>({
  name,
  wanted,
  look,
  restores,
  known,
  watch,
  hint,
  closed,
  ...limits
}: StatusWait<T>): Promise<T> {
  let lastSeen = 'not announced';
  const reached = (status: BridgeStatus): boolean =>
    status === wanted || (ORDER.includes(wanted) && ORDER.indexOf(status) > ORDER.indexOf(wanted));
  return wait<T>({
    ...limits,
    closed,
    what: `${name} to be ${wanted}`,
    details: () => ({ lastSeen, hint: hint() }),
    begin(settle) {
      const check = async (): Promise<void> => {
        const now = restores();
        const found = await look();
        // After a restore, another request may have the same id.
        const isAnother = known !== undefined && known.restores !== restores() && found?.txid !== known.txid;
        if (isAnother) settle.reject(undoneByRestore(name, lastSeen));
        if (found === undefined || isAnother) return;
        known = { txid: found.txid, restores: now };
        const { status, statusMessage } = found;
        lastSeen = `${status}: ${statusMessage}`;
        if (reached(status)) settle.resolve(found);
        else if (status === 'failed' || status === 'rbf') {
          settle.reject(new DevnetError('REJECTED', `${name} is ${status}: ${statusMessage}`, { reason: statusMessage, lastSeen }));
        }
      };
      const look1 = (): void => {
        check().catch(settle.reject);
      };
      const stop = watch(look1);
      look1();
      return stop;
    },
  });
}
