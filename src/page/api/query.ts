import { useLayoutEffect, useState } from 'preact/hooks';
import { onChange } from '../live/changes.js';
import { ApiError, request } from './http.js';

/** The answer to a request: `data` and `error` are both absent until the first answer. */
export type Query<T> = { data?: T | undefined; error?: ApiError | undefined };

/**
 * Requests a path, and again after each change of the network. Old data remains until new data arrives, also while the network restarts.
 * @param path undefined requests nothing
 * @param options.live whether to request again after changes @default true
 */
export function useQuery<T>(path: string | undefined, { live = true }: { live?: boolean } = {}): Query<T> {
  const [state, setState] = useState<Query<T> & { path: string | undefined }>({ path });
  // An effect would wait for the next frame.
  useLayoutEffect(() => {
    if (path === undefined) return;
    const controller = new AbortController();
    let isRunning = false;
    let isStale = false;
    const load = async (): Promise<void> => {
      isStale = true;
      if (isRunning) return;
      isRunning = true;
      while (isStale && !controller.signal.aborted) {
        isStale = false;
        try {
          const data = await request<T>(path, { signal: controller.signal });
          setState({ path, data });
        } catch (error) {
          if (!(error instanceof ApiError)) continue;
          setState((before) => ({ path, error, data: before.path === path && !error.isAbsent ? before.data : undefined }));
        }
      }
      isRunning = false;
    };
    void load();
    const stop = live ? onChange(() => void load()) : undefined;
    return () => {
      stop?.();
      controller.abort();
    };
  }, [path, live]);
  return state.path === path ? state : {};
}
