import { HttpFault } from './fault.js';

/** The first line and the headers of a request. */
export type HttpHead = {
  method: string;
  /** As sent, including a query. */
  path: string;
  /** As sent: `HTTP/1.1`. */
  version: string;
  /** Returns the value of the first header with this name, in lower case. */
  header(name: string): string | undefined;
};

const MALFORMED = 400;

/**
 * Parses the head of a request as leniently as bitcoind's HTTP library: lines may end with LF alone, names may contain
 * anything except a colon, and the first of repeated headers wins.
 * @param text the head without the empty line after it
 * @throws HttpFault 400
 */
export function parseHead(text: string): HttpHead {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const [, method, path, version] = /^([^ ]+) (.+) (HTTP\/[01]\.\d+)$/.exec(first) ?? [];
  if (method === undefined || path === undefined || version === undefined) throw new HttpFault(MALFORMED);
  const headers = parseHeaders(lines);
  return { method, path, version, header: (name) => headers.get(name) };
}

function parseHeaders(lines: string[]): Map<string, string> {
  const headers = new Map<string, string>();
  let last: string | undefined;
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (last === undefined) throw new HttpFault(MALFORMED);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 0) throw new HttpFault(MALFORMED);
    last = line.slice(0, colon).toLowerCase();
    if (!headers.has(last)) headers.set(last, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Whether the connection stays open after the reply: by default in HTTP/1.1, on request before. */
export function isKeptAlive({ version, header }: HttpHead): boolean {
  const connection = header('connection')?.toLowerCase();
  return isCurrent(version) ? connection !== 'close' : connection === 'keep-alive';
}

/** Whether the version is 1.1 or later, which keeps connections open by default. */
export function isCurrent(version: string): boolean {
  return version.startsWith('HTTP/1.') && version !== 'HTTP/1.0';
}
