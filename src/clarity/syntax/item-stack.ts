import type { Node } from './node.js';

/**
 * The items of all lists that are still open, one list after the other. Arrays that are taken off have no room to grow, which most lists
 * would waste.
 */
export class ItemStack {
  /** Places above the count are free. */
  readonly #items: Node[] = [];
  count = 0;

  push(item: Node): void {
    this.#items[this.count++] = item;
  }

  /** Takes off all items from an index on, and returns them. */
  take(first: number): Node[] {
    const items = this.#items.slice(first, this.count);
    this.count = first;
    return items;
  }
}
