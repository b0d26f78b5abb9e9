import { once } from '../../base/async.js';
import { closeAll } from '../../base/close-all.js';
import { DevnetError, messageOf } from '../../base/error.js';
import { type WaitOptions, wait } from '../../base/wait.js';
import type { NetworkSource, PooledNetwork } from './source.js';

/** The networks of a pool: those that are ready, and those that were taken. It never starts more than `size`. */
export type Stock = {
  /**
   * Returns a network that is ready, or the next one: first come, first served. @throws DevnetError TIMEOUT, ABORTED, NOT_READY
   * after `close`
   */
  take(options: WaitOptions & { timeoutMs: number }): Promise<PooledNetwork>;
  /** Ends a network that was taken. Another one may start in its place. Never rejects. */
  end(network: PooledNetwork): Promise<void>;
  /** Adds a network that another process has started, as one that was taken, even above `size`. */
  adopt(network: PooledNetwork): void;
  /** Leaves a network that was taken to another process. */
  release(network: PooledNetwork): void;
  /** Starts what is missing; call it from time to time, because a start that failed is not repeated at once. */
  refill(): void;
  counts(): StockCounts;
  /** Ends all networks. Idempotent. */
  close(): Promise<void>;
};

/** How many networks are in which state, and how many clients wait for one. */
export type StockCounts = { ready: number; starting: number; taken: number; ending: number; waiting: number };

export type StockOptions = {
  source: NetworkSource;
  /** The most networks at once. */
  size: number;
  /** How many of them to keep ready. */
  spares: number;
  /** Called when a network that was taken ends by itself. */
  onLost(network: PooledNetwork, reason: string): void;
  onWarning?: ((message: string) => void) | undefined;
};

type Waiter = { resolve(network: PooledNetwork): void; reject(error: unknown): void };

export function createStock({ source, size, spares, onLost, onWarning = () => undefined }: StockOptions): Stock {
  const ready: PooledNetwork[] = [];
  const taken = new Set<PooledNetwork>();
  const waiting: Waiter[] = [];
  const starting = new Set<Promise<void>>();
  const ending = new Set<Promise<void>>();
  let failure: string | undefined;
  let isClosed = false;

  const serve = (): void => {
    while (waiting.length > 0 && ready.length > 0) {
      const network = ready.shift() as PooledNetwork;
      taken.add(network);
      waiting.shift()?.resolve(network);
    }
  };
  const fill = (): void => {
    serve();
    const room = (): boolean => ready.length + taken.size + starting.size + ending.size < size;
    const isWanted = (): boolean => ready.length + starting.size < waiting.length + spares;
    while (!isClosed && failure === undefined && room() && isWanted()) track(starting, startOne());
  };
  const startOne = async (): Promise<void> => {
    try {
      const network = await source.start();
      ready.push(network);
      watch(network);
    } catch (error) {
      failure = messageOf(error);
      onWarning(`a network cannot be started: ${failure}`);
    }
  };
  const watch = (network: PooledNetwork): void => void network.lost?.then((reason) => lose(network, reason));
  const track = (set: Set<Promise<void>>, task: Promise<void>): Promise<void> => {
    const tracked = task.finally(() => {
      set.delete(tracked);
      fill();
    });
    set.add(tracked);
    return tracked;
  };
  const close = async (network: PooledNetwork): Promise<void> => {
    await network.close().catch((error: unknown) => onWarning(`a network did not end: ${messageOf(error)}`));
  };
  const end = (network: PooledNetwork): Promise<void> => {
    taken.delete(network);
    return track(ending, close(network));
  };
  const lose = (network: PooledNetwork, reason: string): void => {
    const index = ready.indexOf(network);
    if (taken.has(network)) onLost(network, reason);
    if (index < 0) return;
    ready.splice(index, 1);
    onWarning(`a network that was ready is lost: ${reason}`);
    void end(network);
  };

  fill();
  return {
    async take(options) {
      if (isClosed) throw closedError();
      return wait<PooledNetwork>({
        ...options,
        what: 'a network of the pool',
        details: () => ({ lastSeen: `${taken.size} of ${size} networks in use${failure === undefined ? '' : `; ${failure}`}` }),
        begin(settle) {
          waiting.push(settle);
          fill();
          return () => {
            const index = waiting.indexOf(settle);
            if (index >= 0) waiting.splice(index, 1);
          };
        },
      });
    },
    end,
    adopt(network) {
      taken.add(network);
      watch(network);
    },
    release(network) {
      taken.delete(network);
      network.release?.();
      fill();
    },
    refill() {
      failure = undefined;
      fill();
    },
    counts: () => ({
      ready: ready.length,
      starting: starting.size,
      taken: taken.size,
      ending: ending.size,
      waiting: waiting.length,
    }),
    close: once(async () => {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(closedError());
      await Promise.all(starting);
      await Promise.all([...ready.splice(0), ...taken].map(end));
      await Promise.all(ending);
      await closeAll([source.close]);
    }),
  };
}

function closedError(): DevnetError {
  return new DevnetError('NOT_READY', 'the pool is closed');
}
