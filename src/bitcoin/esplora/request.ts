import { toHex } from '../protocol/codec/hex.js';
import { decodeForkAddress } from '../protocol/fork-source/address.js';
import type { BitcoinIndex } from './follow-node.js';
import { EsploraError, type EsploraReply } from './reply.js';

/** A request to an Esplora server; its path may begin with `/api` or `/api/proxy`. */
export type EsploraRequest = { method: string; path: string; query: URLSearchParams; body: Buffer };
/** What a route gets: the parts of the path that it names, and the index. */
export type RouteRequest = EsploraRequest & { params: Readonly<Record<string, string>>; index: BitcoinIndex };
/** A method and a path, such as `GET /block/:hash/txs/:start?`, with what answers it. */
export type Route = readonly [route: string, handle: (request: RouteRequest) => Promise<EsploraReply>];

/** The largest body, in bytes. */
const LARGEST_BODY = 1_000_000;

/** Returns a hash or txid in lower case. @throws EsploraError */
export function hashOf(hash: string): string {
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw new EsploraError(400, 'Invalid hex string');
  return hash.toLowerCase();
}

/** @throws EsploraError */
export function numberOf(digits: string): number {
  if (!/^\d{1,10}$/.test(digits)) throw new EsploraError(400, 'Invalid number');
  return Number(digits);
}

/** Returns the output script of an address of regtest, or of the origin of a fork, as hex. @throws EsploraError */
export function scriptOf(address: string, { origin }: Pick<BitcoinIndex, 'origin'>): string {
  const decoded = decodeForkAddress(address, origin?.point.network);
  if ('scriptPubKey' in decoded) return toHex(decoded.scriptPubKey);
  throw new EsploraError(400, /^(?:bc1|tb1|[13])/i.test(address) ? 'Address on invalid network' : 'Invalid Bitcoin address');
}

/** Returns the body as text. @throws EsploraError for one that is too large */
export function bodyText({ body }: EsploraRequest): string {
  if (body.length > LARGEST_BODY) throw new EsploraError(413, 'Request body too large');
  return body.toString('utf8').trim();
}
