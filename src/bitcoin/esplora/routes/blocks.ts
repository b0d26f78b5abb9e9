import { DevnetError } from '../../../base/error.js';
import { field, type Json, listOf, readNumber, readObject, readText } from '../../../base/json.js';
import { parseBlock } from '../../protocol/codec/block.js';
import { fromHex } from '../../protocol/codec/hex.js';
import { describeTransaction } from '../describe-transaction.js';
import type { BitcoinIndex } from '../follow-node.js';
import { bytes, EsploraError, json, text } from '../reply.js';
import { hashOf, numberOf, type Route } from '../request.js';
import { transactionBody } from '../transaction-body.js';

/** The transactions of a page, the blocks of a page, and those of a page below `/v1` (mempool.space). */
const TRANSACTIONS_PAGE = 25;
const BLOCKS_PAGE = 10;
const LONG_BLOCKS_PAGE = 15;
/** bitcoind's code for an unknown block. */
const NOT_FOUND = -5;

export const blockRoutes: readonly Route[] = [
  ['GET /blocks/tip/height', async ({ index }) => text(`${(await tipOf(index)).height}`)],
  ['GET /blocks/tip/hash', async ({ index }) => text((await tipOf(index)).hash)],
  ['GET /blocks/:start?', async ({ params, index }) => json(await blocksFrom(params['start'], BLOCKS_PAGE, index))],
  ['GET /v1/blocks/:start?', async ({ params, index }) => json(await blocksFrom(params['start'], LONG_BLOCKS_PAGE, index))],
  [
    'GET /block-height/:height',
    async ({ params: { height = '' }, index }) => {
      const at = numberOf(height);
      const block = (await index.current()).blockAt(at);
      if (block === undefined) throw new EsploraError(404, 'Block not found');
      return text(block.hash);
    },
  ],
  ['GET /block/:hash', async ({ params: { hash = '' }, index }) => json(blockBody(await readBlock(hash, 1, index)))],
  [
    'GET /block/:hash/status',
    async ({ params: { hash = '' }, index }) => {
      const id = hashOf(hash);
      const current = await index.current();
      const height = await heightOf(id, index);
      if (height === undefined || current.blockAt(height)?.hash !== id)
        return json({ in_best_chain: false, height: null, next_best: null });
      return json({ in_best_chain: true, height, next_best: current.blockAt(height + 1)?.hash ?? null });
    },
  ],
  [
    'GET /block/:hash/header',
    async ({ params: { hash = '' }, index }) =>
      text(readText({ header: await ask('getblockheader', [hashOf(hash), false], index) }, 'header')),
  ],
  ['GET /block/:hash/raw', async ({ params: { hash = '' }, index }) => bytes(await rawBlock(hash, index))],
  ['GET /block/:hash/txids', async ({ params: { hash = '' }, index }) => json(txidsOf(await readBlock(hash, 1, index)))],
  [
    'GET /block/:hash/txid/:at',
    async ({ params: { hash = '', at = '' }, index }) => {
      const position = numberOf(at);
      const txid = txidsOf(await readBlock(hash, 1, index))[position];
      if (txid === undefined) throw new EsploraError(404, 'tx index out of range');
      return text(txid);
    },
  ],
  [
    'GET /block/:hash/txs/:start?',
    async ({ params: { hash = '', start }, index }) => {
      const { transactions } = parseBlock(await rawBlock(hash, index));
      // A start that is no number counts as 0, as in electrs.
      const from = /^\d{1,10}$/.test(start ?? '') ? Number(start) : 0;
      if (from >= transactions.length) throw new EsploraError(404, 'start index out of range');
      if (from % TRANSACTIONS_PAGE !== 0) throw new EsploraError(400, `start index must be a multiple of ${TRANSACTIONS_PAGE}`);
      const current = await index.current();
      const page = transactions.slice(from, from + TRANSACTIONS_PAGE).map(describeTransaction);
      // A transaction of a block that left the chain has the status that it has now.
      return json(page.map((transaction) => transactionBody(current.transaction(transaction.txid) ?? transaction, current)));
    },
  ],
];

async function tipOf(index: BitcoinIndex) {
  const tip = (await index.current()).tip();
  if (tip === undefined) throw new EsploraError(404, 'Block not found');
  return tip;
}

/** Returns blocks downwards from a height; text that is no number counts as the tip, as in electrs. */
async function blocksFrom(start: string | undefined, count: number, index: BitcoinIndex): Promise<object[]> {
  const current = await index.current();
  const from = start !== undefined && /^\d{1,10}$/.test(start) ? Number(start) : (current.tip()?.height ?? -1);
  if (current.blockAt(from) === undefined) throw new EsploraError(404, 'Block not found');
  const heights = Array.from({ length: Math.min(count, from + 1) }, (_, back) => from - back);
  return Promise.all(heights.map(async (height) => blockBody(await readBlock(current.blockAt(height)?.hash ?? '', 1, index))));
}

async function readBlock(hash: string, verbosity: 1, index: BitcoinIndex): Promise<object> {
  return readObject(await ask('getblock', [hashOf(hash), verbosity], index), 'getblock');
}

async function rawBlock(hash: string, index: BitcoinIndex): Promise<Uint8Array> {
  return fromHex(readText({ block: await ask('getblock', [hashOf(hash), 0], index) }, 'block'));
}

async function heightOf(hash: string, index: BitcoinIndex): Promise<number | undefined> {
  try {
    return readNumber(readObject(await ask('getblockheader', [hash], index), 'getblockheader'), 'height');
  } catch (error) {
    if (error instanceof EsploraError) return undefined;
    throw error;
  }
}

/** @throws EsploraError for a block that the node does not have */
async function ask(method: string, params: readonly unknown[], index: BitcoinIndex): Promise<Json> {
  try {
    return await index.call(method, params);
  } catch (error) {
    if (error instanceof DevnetError && error.rpcCode === NOT_FOUND) throw new EsploraError(404, 'Block not found');
    throw error;
  }
}

function txidsOf(block: object): string[] {
  return listOf(field(block, 'tx'), 'tx').map(String);
}

function blockBody(block: object): object {
  return {
    id: readText(block, 'hash'),
    height: readNumber(block, 'height'),
    version: readNumber(block, 'version'),
    timestamp: readNumber(block, 'time'),
    tx_count: readNumber(block, 'nTx'),
    size: readNumber(block, 'size'),
    weight: readNumber(block, 'weight'),
    merkle_root: readText(block, 'merkleroot'),
    previousblockhash: field(block, 'previousblockhash') ?? null,
    mediantime: readNumber(block, 'mediantime'),
    nonce: readNumber(block, 'nonce'),
    bits: Number.parseInt(readText(block, 'bits'), 16),
    difficulty: field(block, 'difficulty'),
  };
}
