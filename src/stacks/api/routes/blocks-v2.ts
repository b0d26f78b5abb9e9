import type { BlockRecord } from '../../history/chain/records.js';
import { averageTime, MONTH } from '../average-time.js';
import type { ApiContext } from '../context.js';
import { notFound } from '../errors.js';
import { resolveBlock } from '../find.js';
import { countWhile, newestFirst, newestFirstCursorPage, page } from '../pages.js';
import type { Routes } from '../route.js';
import { blockId, height, LIMITS, limit, limitV3, offset } from '../schemas.js';
import { showBlockV2, showBurnBlock } from '../show/block.js';
import { readSignatures } from '../signatures.js';
import { isKnownBlock, isKnownTime } from '../tagged.js';
import { cursorOf, transactionCursor, upToCursor } from '../transaction-cursor.js';
import { showAll, summary } from './transaction-lists.js';

const id = { height_or_hash: blockId };
/** A block's index hash, which names the page that begins with it. */
const blockCursor = { type: 'string', pattern: '^0x[a-fA-F0-9]{64}$' } as const;
/** Counted from the cursor; negative goes to newer blocks. */
const cursorOffset = { type: 'integer', default: 0, maximum: 300, minimum: -300 } as const;

/** Blocks, tenures and Bitcoin blocks in v2, and transactions of blocks in v2 and v3. */
export const addBlockRoutesV2: Routes = (get) => {
  const blockList = { limit: limit(...LIMITS.block), offset: cursorOffset, cursor: blockCursor };

  get('/extended/v2/blocks', { summary: 'Blocks', query: blockList, etag: true }, ({ query, ...context }) => {
    const { chain } = context.history;
    return blockPage(context, chain.blocks, chain.tip?.height ?? 0, query);
  });

  get(
    '/extended/v2/block-tenures/:tenure_height/blocks',
    { summary: 'Blocks of a tenure', params: { tenure_height: height }, query: blockList },
    ({ params, query, ...context }) => {
      const { chain } = context.history;
      // A height of 0 does not filter, as in the API.
      if (params.tenure_height === 0) return blockPage(context, chain.blocks, chain.tip?.height ?? 0, query);
      const blocks = context.lookup.tenure(params.tenure_height);
      return blockPage(context, blocks, blocks.length, query);
    },
  );

  get('/extended/v2/blocks/average-times', { summary: 'Seconds between blocks', etag: true }, ({ history: { chain } }) => {
    const average = (seconds: number): number => averageTime(chain.blocks, Date.now() / 1000, seconds);
    return { last_1h: average(3_600), last_24h: average(86_400), last_7d: average(604_800), last_30d: average(MONTH) };
  });

  get(
    '/extended/v2/blocks/by-block-time/:timestamp',
    { summary: 'The newest block up to a time', params: { timestamp: { type: 'integer', minimum: 0 } }, etag: isKnownTime },
    ({ params, ...context }) => {
      const found = resolveBlock(context, { timestamp: params.timestamp });
      if (found === undefined) throw notFound('No block found at or before the given timestamp');
      return showBlockV2(context, found);
    },
  );

  get('/extended/v2/blocks/:height_or_hash', { summary: 'A block', params: id, etag: isKnownBlock }, ({ params, ...context }) =>
    showBlockV2(context, requireBlock(context, params.height_or_hash)),
  );

  get(
    '/extended/v2/blocks/:height_or_hash/transactions',
    {
      summary: 'Transactions of a block',
      params: id,
      query: { limit: limit(...LIMITS.transaction), offset },
      deprecated: true,
      etag: isKnownBlock,
    },
    async ({ params, query: { limit: count = 20, offset: skipped = 0 }, ...context }) => {
      const { transactions, mined } = requireBlock(context, params.height_or_hash);
      const shown = page(transactions, count, skipped);
      // The API does not tell a page without transactions from an unknown block.
      if (shown.length === 0) throw notFound('Block not found');
      const results = await showAll(context, shown, { abi: false });
      return { limit: count, offset: skipped, total: mined.length, results };
    },
  );

  get(
    '/extended/v2/blocks/:height_or_hash/signer-signatures',
    { summary: "Signers' signatures of a block", params: id, query: { limit: limit(...LIMITS.signature), offset }, etag: isKnownBlock },
    async ({ params, query: { limit: count = 500, offset: skipped = 0 }, ...context }) => {
      const found = resolveBlock(context, { id: params.height_or_hash });
      // The API answers the same for an unknown block and for one without signatures.
      const signatures = found === undefined ? [] : await readSignatures(context.node, found.hash);
      return { limit: count, offset: skipped, total: signatures.length, results: page(signatures, count, skipped) };
    },
  );

  get(
    '/extended/v3/blocks/:height_or_hash/transactions',
    {
      summary: 'Transactions of a block',
      params: id,
      query: { limit: limitV3(...LIMITS.transaction), cursor: transactionCursor },
      etag: isKnownBlock,
    },
    ({ params, query: { limit: count = 20, cursor }, ...context }) => {
      const { transactions, mined } = requireBlock(context, params.height_or_hash);
      const { items, envelope } = newestFirstCursorPage(transactions, upToCursor(transactions, cursor), count, cursorOf);
      return { ...envelope, total: mined.length, results: items.map(summary) };
    },
  );

  get(
    '/extended/v2/burn-blocks',
    { summary: 'Bitcoin blocks with Stacks blocks', query: { limit: limit(...LIMITS.burnBlock), offset }, etag: true },
    async ({ query: { limit: count = 20, offset: skipped = 0 }, ...context }) => {
      const { lookup, history } = context;
      const results = await Promise.all(newestFirst(lookup.burnBlocks, count, skipped).map((blocks) => showBurnBlock(context, blocks)));
      // The API counts on the rows of the page.
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : (history.chain.tip?.height ?? 0), results };
    },
  );

  get('/extended/v2/burn-blocks/:height_or_hash', { summary: 'A Bitcoin block', params: id, etag: true }, ({ params, ...context }) => {
    const blocks = findBurnBlock(context, params.height_or_hash);
    if (blocks === undefined) throw notFound('Not found');
    return showBurnBlock(context, blocks);
  });

  get(
    '/extended/v2/burn-blocks/:height_or_hash/blocks',
    { summary: 'Stacks blocks of a Bitcoin block', params: id, query: { limit: limit(...LIMITS.burnBlock), offset }, etag: true },
    ({ params, query: { limit: count = 20, offset: skipped = 0 }, ...context }) => {
      const { chain } = context.history;
      // A Bitcoin block with the genesis block, or whose blocks have left the chain, is known, and has none of the chain.
      const isKnown = chain.lastOfBurnBlock(burnKey(params.height_or_hash)) !== undefined;
      const blocks = findBurnBlock(context, params.height_or_hash) ?? (isKnown ? [] : undefined);
      if (blocks === undefined) throw notFound('Burn block not found');
      const results = newestFirst(blocks, count, skipped).map((block) => showBlockV2(context, block));
      // The API counts on the rows of the page.
      return { limit: count, offset: skipped, total: results.length === 0 ? 0 : blocks.length, results };
    },
  );
};

function requireBlock(context: ApiContext, name: string | number): BlockRecord {
  const found = resolveBlock(context, { id: name });
  if (found === undefined) throw notFound('Block not found');
  return found;
}

function findBurnBlock({ lookup, history: { chain } }: ApiContext, name: string | number): readonly BlockRecord[] | undefined {
  return lookup.burnBlock(name === 'latest' ? (chain.tip?.facts.burnHeight ?? -1) : burnKey(name));
}

/** The height of a Bitcoin block, or its hash without 0x. */
function burnKey(name: string | number): string | number {
  const text = `${name}`;
  return /^\d+$/.test(text) && text.length < 64 ? Number(text) : text.replace(/^0x/, '').toLowerCase();
}

type BlockQuery = { limit?: number; offset?: number; cursor?: string };

/** A page of blocks, newest first, from the block of the cursor or the tip. */
function blockPage(
  context: ApiContext,
  blocks: readonly BlockRecord[],
  total: number,
  { limit: given, offset: skipped = 0, cursor }: BlockQuery,
): object {
  const count = given || 20;
  const { chain } = context.history;
  const from = cursor === undefined ? chain.tip : chain.find(cursor);
  const place = from === undefined ? 0 : countWhile(blocks, ({ height }) => height < from.height);
  const at = place - skipped;
  const inRange = from !== undefined && blocks[place] === from && at >= 0 && at < blocks.length;
  if (cursor !== undefined && !inRange) throw notFound('Cursor not found');
  const shown = inRange ? blocks.slice(Math.max(at - count + 1, 0), at + 1).reverse() : [];
  const hashAt = (index: number): string | null => blocks[index]?.hash ?? null;
  return {
    limit: count,
    offset: skipped,
    total: shown.length === 0 ? 0 : total,
    next_cursor: inRange && at + count < blocks.length ? hashAt(at + count) : null,
    prev_cursor: inRange && at - count >= 0 ? hashAt(at - count) : null,
    cursor: shown[0]?.hash ?? null,
    results: shown.map((block) => showBlockV2(context, block)),
  };
}
