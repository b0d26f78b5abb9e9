import { serializeBlock, writeHeader } from '../../protocol/codec/block.js';
import { hashFromHex } from '../../protocol/codec/hex.js';
import { writeOutput } from '../../protocol/codec/transaction.js';
import { createWriter } from '../../protocol/codec/writer.js';
import type { HeaderEntry, StoredBlock } from '../chain/block-entry.js';
import type { Chain } from '../chain/chain.js';
import type { HttpReply } from '../http/response.js';
import { blockJson } from '../rpc/view/block.js';
import { headerJson } from '../rpc/view/header.js';
import { scriptJson } from '../rpc/view/script.js';
import { inFormat, parameter, parseCount, parseHash, type RestContext, RestError, type RestRequest, splitFormat } from './format.js';

const DEFAULT_COUNT = '5';
/** Characters that bitcoind repeats in messages about a height (`SAFE_CHARS_URI`). */
const UNSAFE = /[^\w!*'();:@&=+$,/?#[\].~%-]/g;

/** `/rest/block/HASH`. @param verbosity as in `getblock`, for JSON */
export async function restBlock({ path }: RestRequest, { core: { chain } }: RestContext, verbosity: number): Promise<HttpReply> {
  const { name, format } = splitFormat(path);
  const entry = findBlock(chain, name);
  return inFormat(format, { bytes: () => serializeBlock(entry.block), json: () => blockJson(entry, chain, verbosity) });
}

/** `/rest/blockpart/HASH?offset=N&size=N`: bytes of a block, such as those of one transaction. */
export async function restBlockPart(request: RestRequest, { core: { chain } }: RestContext): Promise<HttpReply> {
  const offset = wholeParameter(request, 'offset');
  const size = wholeParameter(request, 'size');
  const { name, format } = splitFormat(request.path);
  const bytes = serializeBlock(findBlock(chain, name).block);
  if (size === 0n || offset + size > bytes.length) throw new RestError(400, `Bad block part offset/size ${offset}/${size} for ${name}`);
  if (format === 'json') throw new RestError(400, 'JSON output is not supported for this request type');
  return inFormat(format, { bytes: () => bytes.subarray(Number(offset), Number(offset + size)), json: () => null });
}

/** A parameter of 64 bits. @throws RestError */
function wholeParameter(request: RestRequest, name: 'offset' | 'size'): bigint {
  const text = parameter(request, name) ?? '';
  const value = /^\d+$/.test(text) ? BigInt(text) : undefined;
  if (value === undefined || value >= 1n << 64n) throw new RestError(400, `Block part ${name} missing or invalid`);
  return value;
}

/** `/rest/headers/HASH?count=N`, and the older `/rest/headers/N/HASH`. */
export async function restHeaders(request: RestRequest, { core: { chain } }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(request.path);
  const [first = '', second, ...more] = name.split('/');
  if (more.length > 0) throw new RestError(400, 'Invalid URI format. Expected /rest/headers/<hash>.<ext>?count=<count>');
  const count = parseCount(second === undefined ? (parameter(request, 'count') ?? DEFAULT_COUNT) : first);
  const start = chain.lookup.header(parseHash(second ?? first));
  const headers: HeaderEntry[] = [];
  let at = start !== undefined && chain.isActive(start) ? start : undefined;
  for (; at !== undefined && headers.length < count; at = chain.lookup.at(at.height + 1)) headers.push(at);
  return inFormat(format, {
    bytes: () => {
      const writer = createWriter(headers.length * 80);
      for (const { header } of headers) writeHeader(writer, header);
      return writer.finish();
    },
    json: () => headers.map((entry) => headerJson(entry, chain)),
  });
}

/** `/rest/blockhashbyheight/HEIGHT`. */
export async function restBlockHash({ path }: RestRequest, { core: { chain } }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(path);
  const height = /^-?\d+$/.test(name) ? Number(name) : -1;
  if (height < 0 || height > 0x7fffffff) throw new RestError(400, `Invalid height: ${name.replace(UNSAFE, '')}`);
  const entry = chain.lookup.at(height);
  if (entry === undefined) throw new RestError(404, 'Block height out of range');
  return inFormat(format, {
    bytes: () => (format === 'hex' ? hashFromHex(entry.hash).reverse() : entry.hashBytes),
    json: () => ({ blockhash: entry.hash }),
  });
}

/** `/rest/spenttxouts/HASH`: the outputs that each transaction spent; the coinbase none. */
export async function restSpentOutputs({ path }: RestRequest, { core: { chain } }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(path);
  const undo = findStored(chain, name)?.undo;
  // A block of which the node has only the header has none, either: bitcoind looks for the undo data alone.
  if (undo === undefined) throw new RestError(404, `${name} undo not available`);
  const spent = [[], ...undo];
  return inFormat(format, {
    bytes: () => {
      const writer = createWriter(4096);
      writer.compactSize(spent.length);
      for (const coins of spent) {
        writer.compactSize(coins.length);
        for (const coin of coins) writeOutput(writer, coin);
      }
      return writer.finish();
    },
    json: () => spent.map((coins) => coins.map(({ value, scriptPubKey }) => ({ value, scriptPubKey: scriptJson(scriptPubKey) }))),
  });
}

/** @returns undefined if the node has only the header @throws RestError if it has not even that */
function findStored(chain: Chain, text: string): StoredBlock | undefined {
  const hash = parseHash(text);
  if (chain.lookup.header(hash) === undefined) throw new RestError(404, `${text} not found`);
  return chain.lookup.stored(hash);
}

/** @throws RestError */
function findBlock(chain: Chain, text: string): StoredBlock {
  const entry = findStored(chain, text);
  if (entry === undefined) throw new RestError(404, `${text} not available (not fully downloaded)`);
  return entry;
}
