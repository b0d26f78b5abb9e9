import type { BlockRecord } from '../../history/chain/records.js';
import type { ApiContext } from '../context.js';
import { notFound } from '../errors.js';
import { blockAt, blockByHash, checkHex } from '../find.js';
import { newestFirst } from '../pages.js';
import { type Routes, redirect } from '../route.js';
import { height, LIMITS, limit, offset, text } from '../schemas.js';
import { showBlock } from '../show/block.js';

/** Blocks in v1. */
export const addBlockRoutes: Routes = (get) => {
  get(
    '/extended/v1/block',
    { summary: 'Blocks', query: { limit: limit(...LIMITS.block), offset }, deprecated: true, etag: true },
    ({ query, ...context }) => {
      const { chain } = context.history;
      const count = query.limit || 20;
      const skipped = query.offset ?? 0;
      const results = newestFirst(chain.blocks, count, skipped).map((block) => showBlock(context, block));
      return { limit: count, offset: skipped, total: chain.tip?.height ?? 0, results };
    },
  );

  get(
    '/extended/v1/block/by_height/:height',
    { summary: 'A block', params: { height }, deprecated: true, etag: true },
    ({ params, ...context }) => {
      const found = blockAt(context, params.height);
      if (found === undefined) throw notFound('cannot find block by height');
      return showBlock(context, found);
    },
  );

  get(
    '/extended/v1/block/by_burn_block_height/:burn_block_height',
    { summary: 'The newest block of a Bitcoin block', params: { burn_block_height: height }, deprecated: true, etag: true },
    ({ params, ...context }) => {
      const found = ofBurnBlock(context, params.burn_block_height);
      if (found === undefined) throw notFound('cannot find block by height');
      return showBlock(context, found);
    },
  );

  get(
    '/extended/v1/block/by_burn_block_hash/:burn_block_hash',
    {
      summary: 'The newest block of a Bitcoin block',
      params: { burn_block_hash: text },
      redirect: 302,
      deprecated: true,
      etag: true,
    },
    ({ params: { burn_block_hash: hash }, ...context }) => {
      if (!hash.startsWith('0x')) return redirect(`/extended/v1/block/by_burn_block_hash/0x${encodeURIComponent(hash)}`, 302);
      const found = ofBurnBlock(context, hash.slice(2).toLowerCase());
      if (found === undefined) throw notFound('cannot find block by burn block hash');
      return showBlock(context, found);
    },
  );

  get(
    '/extended/v1/block/:hash',
    { summary: 'A block', params: { hash: text }, redirect: 302, deprecated: true, etag: true },
    ({ params: { hash }, ...context }) => {
      if (!hash.startsWith('0x')) return redirect(`/extended/v1/block/0x${encodeURIComponent(hash)}`, 302);
      const found = blockByHash(context, checkHex(hash));
      if (found === undefined) throw notFound('cannot find block by hash');
      return showBlock(context, found);
    },
  );
};

/** @param heightOrHash of the Bitcoin block; the hash without 0x */
function ofBurnBlock({ lookup, history: { chain } }: ApiContext, heightOrHash: number | string): BlockRecord | undefined {
  return lookup.burnBlock(heightOrHash)?.at(-1) ?? chain.lastOfBurnBlock(heightOrHash);
}
