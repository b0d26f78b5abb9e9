import { startDeadline, type WaitOptions, wait } from '../../base/wait.js';
import type { RequestMatch, WalletRequest } from './types.js';

/** The answered requests of a wallet. */
export type Journal = {
  readonly requests: readonly WalletRequest[];
  add(request: WalletRequest): void;
  clear(): void;
  /** Resolves with the first request that matches. @throws DevnetError TIMEOUT, ABORTED, NOT_READY */
  waitFor(match: RequestMatch, options: WaitOptions): Promise<WalletRequest>;
};

const WAIT_MS = 10_000;

export function createJournal(closed: AbortSignal): Journal {
  let requests: WalletRequest[] = [];
  const listeners = new Set<(request: WalletRequest) => void>();
  return {
    get requests() {
      return requests;
    },
    add(request) {
      requests = [...requests, request];
      for (const listener of [...listeners]) listener(request);
    },
    clear() {
      requests = [];
    },
    waitFor(match, options) {
      const isMatch = typeof match === 'function' ? match : ({ method }: WalletRequest) => method === match;
      return wait({
        ...startDeadline(options, WAIT_MS),
        closed,
        what: typeof match === 'string' ? `a request of ${match}` : 'a request that matches',
        details: () => ({ lastSeen: summary(requests) }),
        begin({ resolve }) {
          const found = requests.find(isMatch);
          if (found !== undefined) {
            resolve(found);
            return () => undefined;
          }
          const listener = (request: WalletRequest): void => {
            if (isMatch(request)) resolve(request);
          };
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      });
    },
  };
}

function summary(requests: readonly WalletRequest[]): string {
  if (requests.length === 0) return 'no request';
  return requests.map(({ method, error }) => (error === undefined ? method : `${method} (${error.message})`)).join(', ');
}
