/** Collects items and hands them on together. */
export type Gathering<T> = {
  add(item: T): void;
  /** Hands on at once what has been collected. */
  flush(): void;
};

/** A person does not notice it; a busy network makes a dozen events meanwhile. */
const PAUSE_MS = 20;

/** Calls `take` with what came within a moment: to write a thousand lines one by one takes a core's time that the network needs. */
export function gather<T>(take: (items: readonly T[]) => void): Gathering<T> {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const gathered = items;
    items = [];
    if (gathered.length > 0) take(gathered);
  }

  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(flush, PAUSE_MS);
    },
    flush,
  };
}
