import { field, parseJson, readObject, readOneOf, readText } from '../../base/json.js';
import type { PageRequest } from './types.js';

/** Reads what a page sent. @throws DevnetError if it is no request */
export function readPageRequest(text: string): PageRequest {
  const request = readObject(parseJson(text), 'request');
  const token = field(request, 'token');
  return {
    wallet: readOneOf(request, 'wallet', ['leather', 'xverse']),
    method: readText(request, 'method'),
    params: field(request, 'params'),
    token: typeof token === 'string' ? token : undefined,
  };
}
