import { notFound } from '../errors.js';
import { checkHex } from '../find.js';
import { type Routes, redirect } from '../route.js';
import { LIMITS, limit, offset, text } from '../schemas.js';

const options = { etag: true, deprecated: true };

/** Microblocks, of which there have been none since Nakamoto. */
export const addMicroblockRoutes: Routes = (get) => {
  get(
    '/extended/v1/microblock',
    { summary: 'Microblocks', query: { limit: limit(...LIMITS.microblock), offset }, ...options },
    ({ query }) => ({
      limit: query.limit || LIMITS.microblock[0],
      offset: query.offset ?? 0,
      total: 0,
      results: [],
    }),
  );

  get('/extended/v1/microblock/unanchored/txs', { summary: 'Transactions of microblocks', ...options }, () => ({ total: 0, results: [] }));

  get(
    '/extended/v1/microblock/:hash',
    { summary: 'A microblock', params: { hash: text }, redirect: 302, ...options },
    ({ params: { hash } }) => {
      if (!hash.startsWith('0x')) return redirect(`/extended/v1/microblock/0x${encodeURIComponent(hash)}`, 302);
      checkHex(hash);
      throw notFound('cannot find microblock by hash');
    },
  );
};
