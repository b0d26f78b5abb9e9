import { isBelow } from '../base/url-below.js';
import type { Devnet } from '../network/types.js';
import { BITCOIN_APIS, STACKS_APIS } from './apis.js';

/**
 * Lets the code of this page or worker reach a network where it looks for public or local APIs: it replaces `fetch` and `WebSocket`, which
 * go on to other addresses as before.
 * @param apis addresses of further APIs, without trailing slash, each with the path of the gateway that answers instead, such as `''` for a
 * Stacks API and `/api` for Esplora
 * @returns removes it
 * @example const stop = redirectApis(devnet, { 'https://api.example.com': '' });
 */
export function redirectApis(devnet: Pick<Devnet, 'fetch' | 'WebSocket'>, apis: Readonly<Record<string, string>> = {}): () => void {
  const known = Object.entries({ ...Object.fromEntries(STACKS_APIS.map((base) => [base, ''])), ...BITCOIN_APIS, ...apis });
  /** The path of the gateway; undefined for another address. */
  const pathOf = (url: string): string | undefined => {
    const found = known.find(([base]) => isBelow(url, base));
    return found && (`${found[1]}${url.slice(found[0].length)}` || '/');
  };
  const own = { fetch: globalThis.fetch, WebSocket: globalThis.WebSocket };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = pathOf(request.url);
    return path === undefined ? own.fetch.call(globalThis, request) : devnet.fetch(path, await initOf(request));
  };
  const WebSocket = new Proxy(own.WebSocket, {
    construct(_, [url, ...rest]: [string | URL, ...unknown[]]) {
      const path = pathOf(String(url).replace(/^ws/, 'http'));
      return path === undefined ? Reflect.construct(own.WebSocket, [url, ...rest]) : new devnet.WebSocket(path);
    },
  });
  Object.assign(globalThis, { fetch, WebSocket });
  return () => void Object.assign(globalThis, own);
}

async function initOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return { method, headers, signal, ...(hasBody && { body: await request.arrayBuffer() }) };
}
