import { closeAll } from '../close-all.js';
import type { DevnetOptions } from '../config/start-options.js';
import type { Devnet } from '../devnet/types.js';
import { DevnetError, invalid } from '../error.js';
import { once } from '../once.js';

/** Networks with the same state, of which some are kept ready. */
export interface DevnetPool extends AsyncDisposable {
  /** The network that all others are copies of. They have its state at the moment when the pool was ready. */
  readonly base: Devnet;
  /** Returns a network that nobody else uses, and makes the next one ready. Closing it ends it. @throws DevnetError NOT_READY after `close` */
  take(): Promise<Devnet>;
  /** Idempotent. Closes all networks, also those that were taken. */
  close(): Promise<void>;
}

/** The options of `startDevnet`, and how to keep copies. */
export type PoolOptions = DevnetOptions & {
  /** How many networks to keep ready, 1 … 64. @default 2 */
  size?: number | undefined;
  /** Prepares the state that all networks begin with, for example by deploying contracts. */
  prepare?: ((base: Devnet) => Promise<void>) | undefined;
};

const MOST = 64;

/**
 * Starts a network, and keeps copies of it ready, so that a test gets a network of its own at once. Embedded engine only.
 * @throws DevnetError as `startDevnet` does; UNSUPPORTED on other engines; what `prepare` throws
 * @example
 * await using pool = await createPool({ size: 4, prepare: (base) => base.stacks.deploy({ … }).then(() => undefined) });
 * await using devnet = await pool.take();
 */
export async function createPool({ size = 2, prepare, ...options }: PoolOptions = {}): Promise<DevnetPool> {
  if (!Number.isSafeInteger(size) || size < 1 || size > MOST) throw invalid('size', `a whole number of networks from 1 to ${MOST}`, size);
  const { startDevnet } = await import('../start.js');
  const base = await startDevnet(options);
  try {
    await prepare?.(base);
    return await keepReady(base, size);
  } catch (error) {
    await base.close().catch(() => undefined);
    throw error;
  }
}

async function keepReady(base: Devnet, size: number): Promise<DevnetPool> {
  // Stays as it is, whatever happens to the base.
  const original = await base.clone({ gateway: false });
  const open = new Set<Devnet>([original]);
  const ready: Promise<Devnet>[] = [];
  let isClosed = false;

  const make = async (): Promise<Devnet> => {
    const copy = await original.clone({ gateway: base.urls.gateway !== undefined });
    open.add(copy);
    const { close: end } = copy;
    const close = async (): Promise<void> => {
      await end();
      open.delete(copy);
    };
    return Object.assign(copy, { close, [Symbol.asyncDispose]: close });
  };
  const refill = (): void => {
    while (ready.length < size) {
      const copy = make();
      // Whoever takes it gets the failure.
      copy.catch(() => undefined);
      ready.push(copy);
    }
  };
  const close = once(async () => {
    isClosed = true;
    await Promise.allSettled(ready);
    await closeAll([base, ...open].map(({ close: end }) => end));
  });

  refill();
  // The first one shows whether copies can be made at all.
  await ready[0];
  return {
    base,
    async take() {
      if (isClosed) throw new DevnetError('NOT_READY', 'the pool is closed');
      const copy = ready.shift() ?? make();
      refill();
      return copy;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
