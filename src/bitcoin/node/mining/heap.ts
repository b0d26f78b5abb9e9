/** A binary heap. */
export type Heap<T> = {
  push(item: T): void;
  /** Removes and returns the first item. Returns undefined if the heap is empty. */
  pop(): T | undefined;
};

/** Creates a heap that returns `a` before `b` if `precedes(a, b)`. */
export function createHeap<T>(precedes: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = [];
  const at = (index: number): T => items[index] as T;
  const swap = (i: number, j: number) => {
    const item = at(i);
    items[i] = at(j);
    items[j] = item;
  };
  return {
    push: (item) => {
      let index = items.push(item) - 1;
      for (let parent = (index - 1) >> 1; index > 0 && precedes(at(index), at(parent)); parent = (index - 1) >> 1) {
        swap(index, parent);
        index = parent;
      }
    },
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return first;
      items[0] = last;
      for (let index = 0; ; ) {
        let best = index;
        for (const child of [2 * index + 1, 2 * index + 2]) if (child < items.length && precedes(at(child), at(best))) best = child;
        if (best === index) return first;
        swap(index, best);
        index = best;
      }
    },
  };
}
