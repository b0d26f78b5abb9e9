import type { List } from '../history/lookup/number-list.js';

/** A list, or what is read like one. Indices are at least 0. */
export type Rows<T> = Pick<List<T>, 'length' | 'at' | 'slice'>;

/** One page of a list that is stored oldest first and shown newest first. */
export function newestFirst<T>(list: Rows<T>, limit: number, offset: number): T[] {
  const end = list.length - offset;
  return end <= 0 ? [] : list.slice(Math.max(end - limit, 0), end).reverse();
}

/** One page of a list in its own order. */
export function page<T>(list: Rows<T>, limit: number, offset: number): T[] {
  return list.slice(offset, offset + limit);
}

/** A page of v3: each cursor names the first row of its page. */
export type CursorPage<T> = {
  items: T[];
  envelope: { total: number; limit: number; cursor: { next: string | null; previous: string | null; current: string | null } };
};

/** @param start the index of the page's first row */
export function cursorPage<T>(list: Rows<T>, start: number, limit: number, cursorOf: (item: T, index: number) => string): CursorPage<T> {
  const at = (index: number): string | null => {
    const item = list.at(index);
    return item === undefined ? null : cursorOf(item, index);
  };
  const items = list.slice(start, start + limit);
  const isEmpty = items.length === 0;
  const previous = start > 0 && !isEmpty ? at(Math.max(start - limit, 0)) : null;
  const cursor = { next: at(start + limit), previous, current: isEmpty ? null : at(start) };
  return { items, envelope: { total: isEmpty ? 0 : list.length, limit, cursor } };
}

/**
 * The same of a list that is stored oldest first and shown newest first.
 * @param end how many of its items the page and what follows it have
 */
export function newestFirstCursorPage<T>(list: Rows<T>, end: number, limit: number, cursorOf: (item: T) => string): CursorPage<T> {
  const at = (index: number): string | null => {
    const item = index < 0 ? undefined : list.at(index);
    return item === undefined ? null : cursorOf(item);
  };
  const first = Math.max(end - limit, 0);
  const items = list.slice(first, end).reverse();
  const isEmpty = items.length === 0;
  const previous = end < list.length && !isEmpty ? at(Math.min(end - 1 + limit, list.length - 1)) : null;
  const cursor = { next: at(first - 1), previous, current: isEmpty ? null : at(end - 1) };
  return { items, envelope: { total: isEmpty ? 0 : list.length, limit, cursor } };
}

/** Returns how many items at the beginning of a sorted list satisfy a condition that only those at the beginning satisfy. */
export function countWhile<T>(list: Rows<T>, holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list.at(middle);
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
