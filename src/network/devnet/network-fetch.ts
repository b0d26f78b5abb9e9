import { invalid } from '../../base/error.js';
import { isBelow } from '../../base/url-below.js';

/** A server of a network. */
export type NetworkServer = {
  /** Without trailing slash. */
  url: string;
  fetch: typeof fetch;
};

/**
 * Creates the `fetch` of a network, which knows no other server.
 * @param servers returns the servers of the network; a path is a path of the first one
 * @throws DevnetError INVALID_INPUT for a URL of no server
 */
export function networkFetch(servers: () => readonly NetworkServer[]): typeof fetch {
  return async (input, init) => {
    const known = servers();
    const [first] = known;
    const isPath = typeof input === 'string' && input.startsWith('/') && !input.startsWith('//');
    const request = new Request(isPath && first !== undefined ? `${first.url}${input}` : input, init);
    const server = known.find(({ url }) => isBelow(request.url, url));
    if (server === undefined) {
      const urls = known.map(({ url }) => url).join(', ');
      throw invalid('url', `a path, or a URL below one of this network: ${urls}`, request.url, 'Use the global fetch for other servers.');
    }
    return server.fetch(request);
  };
}
