import { setMaxListeners } from '#platform/timers.js';
import { callerOf } from '../../base/caller.js';
import { DevnetError } from '../../base/error.js';

/** The time between the start and the end of a network, or of a connection to one. */
export type Lifetime = {
  /** Fires at the end, with a DevnetError as its reason. */
  readonly closed: AbortSignal;
  /**
   * Binds methods to the lifetime: at the end each call in flight rejects with the reason, and so does each later call, without running.
   * DevnetErrors get the caller's place. Properties that are no functions stay as they are.
   * @param methods all of them asynchronous
   */
  bind<T extends object>(methods: T): T;
  /** @param reason of the end @default NOT_READY */
  end(reason?: unknown): void;
};

type Method = (...args: unknown[]) => unknown;

/** @param message of the default reason */
export function createLifetime(message: string): Lifetime {
  const ending = new AbortController();
  const closed = ending.signal;
  // Every wait listens to it, without a limit.
  setMaxListeners(0, closed);
  const running = new Set<() => void>();

  const bindMethod = (method: Method): Method =>
    function bound(this: unknown, ...args) {
      const caller = callerOf(bound);
      return new Promise((resolve, reject) => {
        const onEnd = (): void => reject(caller.addTo(copyOf(closed.reason)));
        if (closed.aborted) return onEnd();
        running.add(onEnd);
        const settled = (): boolean => running.delete(onEnd);
        const run = async () => method.apply(this, args);
        run().then(
          (value) => settled() && resolve(value),
          (error: unknown) => settled() && reject(caller.addTo(error)),
        );
      });
    };

  return {
    closed,
    bind<T extends object>(methods: T): T {
      const properties = Object.entries(Object.getOwnPropertyDescriptors(methods)).map(([name, property]) => [
        name,
        typeof property.value === 'function' ? { ...property, value: bindMethod(property.value) } : property,
      ]);
      return Object.defineProperties({}, Object.fromEntries(properties)) as T;
    },
    end(reason = new DevnetError('NOT_READY', message)) {
      if (closed.aborted) return;
      ending.abort(reason);
      for (const onEnd of [...running]) onEnd();
      running.clear();
    },
  };
}

/** Each call gets an error of its own, which has its caller. */
function copyOf(reason: unknown): unknown {
  if (!(reason instanceof DevnetError)) return reason;
  return new DevnetError(reason.code, reason.message, { ...reason, cause: reason.cause });
}
