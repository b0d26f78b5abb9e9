import type { Http, HttpRequest } from '../node/http.js';
import { absent } from './absent.js';

export type { HttpMethod, HttpRequest } from '../node/http.js';

/** Networks of a page ask nodes of the same page. */
export function createHttp(): Http {
  const send = absent('connection to nodes of others') as (url: string, request?: HttpRequest) => never;
  return { send: async (url, request) => send(url, request), close: () => undefined };
}

export { readBytes } from '../node/read-bytes.js';
