type DelayOptions = { signal?: AbortSignal | undefined; ref?: boolean | undefined };

export function delay<T>(ms: number, value?: T, { signal }: DelayOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value as T);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Only Node counts listeners. */
export const setMaxListeners = (): void => undefined;
