import { type Answer, notFound, ok, RpcError, tooShort, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import { MAX_U32, type RpcRequest, requireNoBody, u32Param } from './request.js';

/** The most headers that one request may ask for. */
const MAX_HEADERS = 2_100;
const MAX_U16 = 0xffff;
const ATTACHMENTS_PER_PAGE = 64;
const MAX_ATTACHMENT_PAGES = 8;
type Unserved = { method: 'GET' | 'POST'; path: string; answer: (node: RpcNode, request: RpcRequest) => Answer };

const HASH = '[0-9a-f]{64}';

/**
 * Endpoints of what a chain like this one cannot have: blocks and microblocks of before Nakamoto, attachments of the old name
 * registry, and what the node does for its owner: as if every token was a wrong one. The answers are those of a node
 * that has none of it.
 */
export const UNSERVED: readonly Unserved[] = [
  unserved('GET', `/v2/blocks/(?<id>${HASH})`, noSuch('block')),
  unserved('GET', '/v2/headers/(?<quantity>[0-9]+)', getHeaders),
  unserved('GET', `/v2/microblocks/(?<id>${HASH})`, noSuch('microblock')),
  unserved('GET', `/v2/microblocks/confirmed/(?<id>${HASH})`, noSuch('block')),
  unserved('GET', `/v2/microblocks/unconfirmed/(?<id>${HASH})/(?<start_sequence>[0-9]{1,6})`, getUnconfirmedMicroblocks),
  unserved('POST', '/v2/microblocks', refuseBlock('PostMicroblock')),
  unserved('POST', '/v2/blocks/upload/(?<consensus_hash>[0-9a-f]{40})', refuseBlock('PostBlock')),
  unserved('POST', '/v3/blocks/upload/?', refuseNakamotoBlock),
  unserved('GET', '/v2/attachments/(?<hash>[0-9a-f]{40})', getAttachment),
  unserved('GET', '/v2/attachments/inv', getAttachmentsInventory),
  unserved('POST', '/v3/block_proposal', refuseUnauthorized),
  unserved('POST', '/v3/transactions/simulate', refuseUnauthorized),
  unserved('GET', `/v3/blocks/replay/(?<block_id>${HASH})`, refuseUnauthorized),
  unserved('POST', `/v3/blocks/simulate/(?<block_id>${HASH})`, refuseUnauthorized),
];

/** What nobody's token is good for here. */
function refuseUnauthorized(): never {
  throw new RpcError(401, 'Unauthorized');
}

function unserved(method: Unserved['method'], path: string, answer: Unserved['answer']): Unserved {
  return { method, path, answer };
}

function noSuch(what: string): Unserved['answer'] {
  return (_node, request) => {
    requireNoBody(request);
    throw notFound(`No such ${what} ${request.params['id']}\n`);
  };
}

/** Only headers of blocks from before Nakamoto are told, so there are none from the tip down. */
function getHeaders({ state }: RpcNode, request: RpcRequest): never {
  requireNoBody(request, ' for GetInfo');
  const quantity = u32Param(request, 'quantity');
  if (quantity > MAX_HEADERS) throw new RpcError(400, `Invalid request: requested more than ${MAX_HEADERS} headers\n`);
  throw notFound(`No such block ${state.ledger.tip.indexHash}\n`);
}

function getUnconfirmedMicroblocks(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request, ' for GetInfo');
  if (Number(request.params['start_sequence']) > MAX_U16) throw undecodable('`start_sequence` is too big');
  return noSuch('block')(node, request);
}

/** Who wants a block passed on, or shows a token, must have the right one. */
function refuseNakamotoBlock(node: RpcNode, request: RpcRequest): Answer {
  const wantsToken = request.authorization !== undefined || request.query.get('broadcast') === '1';
  if (request.body.length > 0 && wantsToken) refuseUnauthorized();
  return refuseBlock('PostBlock')(node, request);
}

function refuseBlock(what: string): Unserved['answer'] {
  return (_node, { body, contentType }) => {
    if (body.length === 0) throw undecodable(`Invalid Http request: expected non-zero-length body for ${what}`);
    if (contentType !== 'bytes') throw undecodable(`Invalid Http request: ${what} takes application/octet-stream`);
    // Whatever is sent here is taken for too little.
    throw tooShort();
  };
}

function getAttachment(_node: RpcNode, request: RpcRequest): never {
  requireNoBody(request);
  throw notFound('Unable to find attachment');
}

function getAttachmentsInventory(_node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const { query } = request;
  if (query.size === 0) throw undecodable('Invalid Http request: expecting index_block_hash and pages_indexes');
  const block = (query.get('index_block_hash') ?? '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(block)) throw undecodable('Invalid Http request: expecting index_block_hash');
  const indexes = (query.get('pages_indexes') ?? '').split(',').filter((index) => /^\d+$/.test(index) && Number(index) <= MAX_U32);
  if (indexes.length === 0) throw undecodable('Invalid Http request: expecting pages_indexes');
  const sorted = [...new Set(indexes.map(Number))].sort((a, b) => a - b);
  if (sorted.length > MAX_ATTACHMENT_PAGES)
    throw new RpcError(400, `Number of attachment inv pages is limited by ${MAX_ATTACHMENT_PAGES} per request`);
  const inventory = new Array<number>(ATTACHMENTS_PER_PAGE).fill(0);
  return ok({ block_id: block, pages: sorted.map((index) => ({ index, inventory })) });
}
