import { DevnetError } from '../../../base/error.js';
import { readText } from '../../../base/json.js';
import { isHex, toHex } from '../../protocol/codec/hex.js';
import { serializeTransaction } from '../../protocol/codec/transaction.js';
import type { ChainIndex } from '../chain-index.js';
import type { IndexedTransaction } from '../index-part.js';
import { bytes, EsploraError, json, text } from '../reply.js';
import { bodyText, hashOf, numberOf, type Route, type RouteRequest } from '../request.js';
import { outspendBody, statusOf, transactionBody } from '../transaction-body.js';

/** The most transactions of a package, and the most of `/txs/outspends`. */
const LARGEST_PACKAGE = 25;
const MOST_OUTSPENDS = 50;

export const transactionRoutes: readonly Route[] = [
  [
    'GET /tx/:txid',
    async (request) => {
      const { transaction, index } = await find(request);
      return json(transactionBody(transaction, index));
    },
  ],
  ['GET /tx/:txid/hex', async (request) => text(toHex(serializeTransaction((await find(request)).transaction.tx)))],
  ['GET /tx/:txid/raw', async (request) => bytes(serializeTransaction((await find(request)).transaction.tx))],
  [
    'GET /tx/:txid/status',
    async ({ params: { txid = '' }, index }) => {
      const id = hashOf(txid);
      return json(statusOf((await index.current()).transaction(id) ?? {}));
    },
  ],
  [
    'GET /tx/:txid/outspend/:vout',
    async ({ params: { txid = '', vout = '' }, index }) => {
      const [id, at] = [hashOf(txid), numberOf(vout)];
      return json(outspendBody(id, at, await index.current()));
    },
  ],
  [
    'GET /tx/:txid/outspends',
    async (request) => {
      const { transaction, index } = await find(request);
      return json(outspendsOf(transaction, index));
    },
  ],
  [
    'GET /tx/:txid/merkle-proof',
    async (request) => {
      const { index, block, transaction } = await findMined(request);
      const { height } = block;
      const position = block.position ?? index.blockAt(height)?.txids.indexOf(transaction.txid) ?? -1;
      return json({ block_height: height, merkle: index.proof(height, position), pos: position });
    },
  ],
  [
    'GET /tx/:txid/merkleblock-proof',
    async (request) => {
      const { transaction, block } = await findMined(request);
      return text(readText({ proof: await request.index.call('gettxoutproof', [[transaction.txid], block.hash]) }, 'proof'));
    },
  ],
  ['POST /tx', (request) => broadcast(bodyText(request), request)],
  [
    'GET /broadcast',
    async (request) => {
      const hex = request.query.get('tx');
      if (hex === null) throw new EsploraError(400, 'Missing tx');
      return broadcast(hex, request);
    },
  ],
  ['POST /txs/package', (request) => callWithList('submitpackage', request, ['maxfeerate', 'maxburnamount'])],
  ['POST /txs/test', (request) => callWithList('testmempoolaccept', request, ['maxfeerate'])],
  [
    'GET /txs/outspends',
    async ({ query, index }) => {
      const txids = (query.get('txids') ?? '').split(',').filter((txid) => txid !== '');
      if (txids.length > MOST_OUTSPENDS) throw new EsploraError(400, 'Too many txids requested');
      const ids = txids.map(hashOf);
      const current = await index.current();
      return json(ids.map((txid) => outspendsOf(current.transaction(txid), current)));
    },
  ],
];

async function find({ params: { txid = '' }, index }: RouteRequest): Promise<{ transaction: IndexedTransaction; index: ChainIndex }> {
  const id = hashOf(txid);
  const current = await index.current();
  const transaction = current.transaction(id);
  if (transaction === undefined) throw new EsploraError(404, 'Transaction not found');
  return { transaction, index: current };
}

async function findMined({ params: { txid = '' }, index }: RouteRequest) {
  const id = hashOf(txid);
  const current = await index.current();
  const transaction = current.transaction(id);
  if (transaction?.block === undefined) throw new EsploraError(404, 'Transaction not found or is unconfirmed');
  return { transaction, block: transaction.block, index: current };
}

function outspendsOf(transaction: IndexedTransaction | undefined, index: ChainIndex): object[] {
  return (transaction?.outputs ?? []).map((_, vout) => outspendBody(transaction?.txid ?? '', vout, index));
}

async function broadcast(hex: string, { index }: RouteRequest) {
  if (!isHex(hex)) throw new EsploraError(400, 'Invalid hex string');
  return text(readText({ txid: await callNode('sendrawtransaction', [hex], index) }, 'txid'));
}

/** Calls a method with the transactions of the body, a list of hex, and numbers of the query. */
async function callWithList(method: string, request: RouteRequest, names: readonly string[]) {
  const list = parseList(bodyText(request));
  if (list.length > LARGEST_PACKAGE) throw new EsploraError(400, `Exceeded maximum of ${LARGEST_PACKAGE} transactions`);
  for (const [at, hex] of list.entries()) {
    if (hex.length < 120 || hex.length > 799_999) throw new EsploraError(400, `Invalid transaction size for item ${at}`);
    if (!isHex(hex)) throw new EsploraError(400, `Invalid transaction hex for item ${at}`);
  }
  const numbers = names.map((name) => request.query.get(name)).map((value) => (value === null ? undefined : Number(value)));
  while (numbers.length > 0 && numbers.at(-1) === undefined) numbers.pop();
  if (numbers.some((value) => Number.isNaN(value))) throw new EsploraError(400, 'Invalid number');
  return json(await callNode(method, [list, ...numbers.map((value) => value ?? null)], request.index));
}

function parseList(body: string): string[] {
  try {
    const list: unknown = JSON.parse(body);
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  } catch {
    // Not JSON.
  }
  throw new EsploraError(400, 'Invalid JSON: expected a list of transactions as hex');
}

/** @throws EsploraError with the node's refusal in the form that clients parse */
async function callNode(method: string, params: readonly unknown[], index: RouteRequest['index']) {
  try {
    return await index.call(method, params);
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
    throw new EsploraError(400, `${method} RPC error: ${JSON.stringify({ code: error.rpcCode, message: error.reason })}`);
  }
}
