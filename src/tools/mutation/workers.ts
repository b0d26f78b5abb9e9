/** Runs a task for each item, several at a time. @param task its worker has a number from 0 on, and does one task at a time */
export async function forEachOnWorkers<T>(
  items: readonly T[],
  workers: number,
  task: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const work = async (_: unknown, worker: number): Promise<void> => {
    for (const item of left) await task(item, worker);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(workers, items.length) }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
