import type { BlockRecord } from '../../history/chain/records.js';
import type { List } from '../../history/lookup/number-list.js';
import type { ApiContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import { blockByHash } from '../find.js';
import { countWhile } from '../pages.js';

/**
 * Returns the block that `until_block` names; undefined without it. A height above the tip is the tip.
 * @throws ApiError 400 for anything else, or with `unanchored`; 404 for an unknown hash
 */
export function untilBlock(context: ApiContext, until: string | undefined, unanchored: boolean | undefined): BlockRecord | undefined {
  if (until === undefined || until === '') return undefined;
  checkUntil(until, unanchored);
  if (until.startsWith('0x')) {
    const found = blockByHash(context, until);
    if (found === undefined) throw notFound('block not found with hash');
    return atHeight(context, found.height);
  }
  return atHeight(context, Number.parseInt(until, 10));
}

function checkUntil(until: string | undefined, unanchored: boolean | undefined): void {
  if (until === undefined || until === '') return;
  if (unanchored === true) throw badRequest("can't handle both 'unanchored=true' and 'until_block' in the same request");
  if (until.startsWith('0x')) return;
  const height = Number.parseInt(until, 10);
  if (Number.isNaN(height) || height < 1) throw badRequest('Unexpected integer value for block height path parameter');
}

/** One that left the chain stands for the block of the chain at its height. */
function atHeight({ history: { chain } }: ApiContext, height: number): BlockRecord | undefined {
  return chain.at(height) ?? chain.tip;
}

/** Which blocks a list is of: up to one, or one alone. */
export type BlockRange = { from: number; to: number };

/** @throws ApiError 400 if both a height and `until_block` are given */
export function blockRange(
  context: ApiContext,
  { height, until_block: until, unanchored }: { height?: number; until_block?: string; unanchored?: boolean },
): BlockRange {
  checkUntil(until, unanchored);
  // A height of 0 is none, as in the API.
  if (height && until) throw badRequest("can't handle until_block and block_height in the same request");
  if (height) return { from: height, to: height };
  return { from: 0, to: untilBlock(context, until, unanchored)?.height ?? Number.POSITIVE_INFINITY };
}

/** The items of a list, oldest first, that are in a range. */
export function inRange<T>(list: List<T>, { from, to }: BlockRange, blockOf: (item: T) => BlockRecord): List<T> {
  if (from === 0 && to === Number.POSITIVE_INFINITY) return list;
  const first = countWhile(list, (item) => blockOf(item).height < from);
  return list.slice(
    first,
    Math.max(
      first,
      countWhile(list, (item) => blockOf(item).height <= to),
    ),
  );
}
