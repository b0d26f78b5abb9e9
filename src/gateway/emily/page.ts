import { invalid } from '../../base/error.js';

/** What a list route was asked for. */
export type PageQuery = { nextToken?: string | undefined; pageSize?: string | undefined };

/** The largest number of items of a page: an unsigned number of 16 bits. */
const LARGEST = 65_535;

/**
 * Returns a page of a list in the order of its items. The token of the next page names the last item of this one, so that new items do not
 * move it.
 * @param keyOf identifies an item
 * @throws DevnetError INVALID_INPUT
 */
export function pageOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { nextToken, pageSize }: PageQuery,
): { nextToken: string | null; items: T[] } {
  const size = pageSize === undefined ? LARGEST : Number(pageSize);
  if (!/^\d{1,5}$/.test(pageSize ?? '1') || size < 1 || size > LARGEST)
    throw invalid('pageSize', `a whole number from 1 to ${LARGEST}`, pageSize);
  const after = nextToken === undefined ? undefined : Buffer.from(nextToken, 'base64url').toString('utf8');
  const start = after === undefined ? 0 : items.findIndex((item) => keyOf(item) === after) + 1;
  if (after !== undefined && start === 0) throw invalid('nextToken', 'the nextToken of an earlier answer', nextToken);
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const isComplete = last === undefined || start + page.length >= items.length;
  return { nextToken: isComplete ? null : Buffer.from(keyOf(last), 'utf8').toString('base64url'), items: page };
}
