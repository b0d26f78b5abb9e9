import { once } from '../base/async.js';
import { DevnetError, messageOf } from '../base/error.js';
import type { PoolClient } from './pool-client.js';

/** A lease that this process renews. */
export type KeptLease = {
  /** Fires with an error if the pool has ended the network. */
  lost: AbortSignal;
  /** Ends the lease, and the network with it. Idempotent. */
  end(): Promise<void>;
};

/** How often a lease is renewed before it ends. */
const RENEWALS = 3;
/** The longest time between two renewals, in ms: a renewal also reports that the network is lost. */
const LONGEST_MS = 2_000;

/** Renews a lease until it ends. Its timer does not keep the process alive. */
export function keepLease(
  client: PoolClient,
  { id, secret, seconds }: { id: string; secret: string; seconds: number },
  onWarning?: (message: string) => void,
): KeptLease {
  const ending = new AbortController();
  const losing = new AbortController();
  const path = `/networks/${encodeURIComponent(id)}`;
  const lose = (reason: DevnetError): void => {
    clearInterval(timer);
    losing.abort(new DevnetError('NOT_READY', `the pool ended this network: ${reason.message}`, { cause: reason }));
  };
  const renew = async (): Promise<void> => {
    try {
      const answer = await client.ask('PUT', `${path}/lease`, { secret, signal: ending.signal });
      if ('error' in answer && answer.retrySeconds === undefined) lose(answer.error);
    } catch (error) {
      // The pool may answer the next time, before the lease ends.
      if (!ending.signal.aborted) onWarning?.(`the lease of the network was not renewed: ${messageOf(error)}`);
    }
  };
  const timer = setInterval(renew, Math.min((seconds * 1_000) / RENEWALS, LONGEST_MS));
  timer.unref();
  return {
    lost: losing.signal,
    end: once(async () => {
      clearInterval(timer);
      ending.abort(new DevnetError('NOT_READY', 'the lease of the network has ended'));
      if (losing.signal.aborted) return;
      const answer = await client.ask('DELETE', path, { secret, signal: new AbortController().signal }).catch((error: unknown) => {
        onWarning?.(`the network ends with its lease, because the pool does not answer: ${messageOf(error)}`);
        return undefined;
      });
      if (answer !== undefined && 'error' in answer && answer.error.code !== 'NOT_FOUND') throw answer.error;
    }),
  };
}
