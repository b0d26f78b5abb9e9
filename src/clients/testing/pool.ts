import { once } from '../../base/async.js';
import { closeAll } from '../../base/close-all.js';
import { DevnetError } from '../../base/error.js';
import type { Devnet } from '../../network/types.js';
import type { DevnetOptions } from '../../project/config.js';

/** Networks that begin with the same state. */
export interface DevnetPool extends AsyncDisposable {
  /** The network that all others are copies of. They have its state at the moment when the pool was ready. */
  readonly base: Devnet;
  /** Returns a network that nobody else uses. Closing it ends it. @throws DevnetError NOT_READY after `close` */
  take(): Promise<Devnet>;
  /** Idempotent. Closes all networks, also those that were taken. */
  close(): Promise<void>;
}

/** The options of `startDevnet`, and how to prepare the state. */
export type PoolOptions = DevnetOptions & {
  /** @deprecated Has no effect: a copy takes a few milliseconds, so that none waits for its use. */
  size?: number | undefined;
  /** Prepares the state that all networks begin with, for example by deploying contracts. */
  prepare?: ((base: Devnet) => Promise<void>) | undefined;
};

/**
 * Starts a network, and hands out copies of it. Embedded engine only.
 * @throws DevnetError as `startDevnet` does; UNSUPPORTED on other engines; what `prepare` throws
 * @example
 * await using pool = await createPool({ prepare: (base) => base.stacks.deploy({ … }).then(() => undefined) });
 * await using devnet = await pool.take();
 */
export async function createPool({ size: _size, prepare, ...options }: PoolOptions = {}): Promise<DevnetPool> {
  const { startDevnet } = await import('../../start/start-devnet.js');
  const base = await startDevnet(options);
  try {
    await prepare?.(base);
    return await handOut(base);
  } catch (error) {
    await base.close().catch(() => undefined);
    throw error;
  }
}

async function handOut(base: Devnet): Promise<DevnetPool> {
  // Stays as it is, whatever happens to the base.
  const original = await base.clone({ gateway: false, ports: false });
  const open = new Set<Devnet>([original]);
  let isClosed = false;

  const take = async (): Promise<Devnet> => {
    if (isClosed) throw new DevnetError('NOT_READY', 'the pool is closed');
    const copy = await original.clone({ gateway: base.urls.gateway !== undefined });
    const { close: end } = copy;
    const close = async (): Promise<void> => {
      await end();
      open.delete(copy);
    };
    open.add(copy);
    return Object.assign(copy, { close, [Symbol.asyncDispose]: close });
  };
  const close = once(async () => {
    isClosed = true;
    await closeAll([base, ...open].map(({ close: end }) => end));
  });
  return { base, take, close, [Symbol.asyncDispose]: close };
}
