import { DevnetError } from '../../error.js';
import type { BridgeStatus } from '../../sbtc/bridge/types.js';
import { type WaitOptions, wait } from '../../wait.js';

export type StatusWait<T> = WaitOptions & {
  /** `deposit …` or `withdrawal …`. */
  name: string;
  wanted: BridgeStatus;
  /** Returns the deposit or withdrawal as it is now. */
  look(): Promise<T | undefined>;
  /** Calls `listener` when its status may have changed. @returns a function that unsubscribes it */
  watch(listener: () => void): () => void;
  /** Returns why nothing happens, if that is known. */
  hint(): string | undefined;
  closed: AbortSignal;
};

const ORDER: readonly BridgeStatus[] = ['pending', 'accepted', 'confirmed'];

/** Waits for a status, or a later one. @throws DevnetError REJECTED if it can no longer come, TIMEOUT, ABORTED */
export function waitForStatus<T extends { status: BridgeStatus; statusMessage: string }>({
  name,
  wanted,
  look,
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
    details: () => {
      const advice = hint();
      return { lastSeen: advice === undefined ? lastSeen : `${lastSeen}. ${advice}`, hint: advice };
    },
    begin(settle) {
      const check = async (): Promise<void> => {
        const found = await look();
        if (found === undefined) return;
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
