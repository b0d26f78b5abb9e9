/**
 * Runs `task` at the first call and returns its result to all callers. After a failure, which waiting callers share, the next call retries.
 */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= task().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
