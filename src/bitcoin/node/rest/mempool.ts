import type { HttpReply } from '../http/response.js';
import { jsonReply, parameter, type RestContext, RestError, type RestRequest, requireJson, splitFormat } from './format.js';

/** `/rest/mempool/info` and `/rest/mempool/contents`: as `getmempoolinfo` and `getrawmempool`. */
export async function restMempool(request: RestRequest, { call }: RestContext): Promise<HttpReply> {
  const { name, format } = splitFormat(request.path);
  if (name !== 'contents' && name !== 'info') {
    throw new RestError(400, 'Invalid URI format. Expected /rest/mempool/<info|contents>.json');
  }
  requireJson(format);
  if (name === 'info') return jsonReply(await call('getmempoolinfo', []));
  const verbose = flag(request, 'verbose', 'true');
  const sequence = flag(request, 'mempool_sequence', 'false');
  if (verbose && sequence) throw new RestError(400, 'Verbose results cannot contain mempool sequence values. (hint: set "verbose=false")');
  return jsonReply(await call('getrawmempool', [verbose, sequence]));
}

function flag(request: RestRequest, name: string, fallback: string): boolean {
  const text = parameter(request, name) ?? fallback;
  if (text !== 'true' && text !== 'false') throw new RestError(400, `The "${name}" query parameter must be either "true" or "false".`);
  return text === 'true';
}
