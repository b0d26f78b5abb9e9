/** Runs `task` at the first call and gives its result to all; after a failure, which all who waited share, the next call runs it anew. */
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
