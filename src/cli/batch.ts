/** Collects items and passes them on together. */
export type Batch<T> = {
  add(item: T): void;
  /** Passes on the collected items at once. */
  flush(): void;
};

/** Too short for a person to notice; a busy network makes a dozen events meanwhile. */
const DELAY_MS = 20;

/** Creates a batch that calls `onItems` 20 ms after its first item. Writing a thousand lines one by one would take a core's time. */
export function createBatch<T>(onItems: (items: readonly T[]) => void): Batch<T> {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const collected = items;
    items = [];
    if (collected.length > 0) onItems(collected);
  }

  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(flush, DELAY_MS);
    },
    flush,
  };
}
