import type { HttpReply } from '../http/response.js';
import { parameter, parseCount, parseHash, RestError, type RestRequest, splitFormat } from './format.js';

/** `/rest/blockfilter/TYPE/HASH`. The node has no block filters (BIP157), like a bitcoind without `-blockfilterindex`. */
export function restFilter({ path }: RestRequest): HttpReply {
  const [type = '', hash, ...more] = splitFormat(path).name.split('/');
  if (hash === undefined || more.length > 0) {
    throw new RestError(400, 'Invalid URI format. Expected /rest/blockfilter/<filtertype>/<blockhash>');
  }
  parseHash(hash);
  return noIndex(type);
}

/** `/rest/blockfilterheaders/TYPE/HASH?count=N`, and the older form with the count before the hash. */
export function restFilterHeaders(request: RestRequest): HttpReply {
  const [type = '', second, third, ...more] = splitFormat(request.path).name.split('/');
  if (second === undefined || more.length > 0) {
    throw new RestError(400, 'Invalid URI format. Expected /rest/blockfilterheaders/<filtertype>/<blockhash>.<ext>?count=<count>');
  }
  parseCount(third === undefined ? (parameter(request, 'count') ?? '5') : second);
  parseHash(third ?? second);
  return noIndex(type);
}

function noIndex(type: string): never {
  throw new RestError(400, type === 'basic' ? `Index is not enabled for filtertype ${type}` : `Unknown filtertype ${type}`);
}
