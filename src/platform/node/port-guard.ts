import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { DevnetError } from '../../base/error.js';

/** The names and web pages that may reach a listening port, besides programs that use a name of this machine. */
export type PortAccess = {
  /** Names in `Host`; `.example.org` stands for all names below, `*` for every name. @default [] */
  allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages, as browsers send them in `Origin`. @default [] */
  origins?: readonly string[] | undefined;
};

export type PortGuardOptions = PortAccess & {
  /** The interface that the port listens on. Its name is allowed, too. */
  host: string;
  /** What the port serves, for error messages. */
  what: string;
  /** How a page on another origin gets access, for error messages. @default none */
  pageHint?: ((origin: string) => string) | undefined;
};

/** The head of a request. `header` takes lower-case names. */
export type GuardedRequest = { method: string; header(name: string): string | undefined };

/**
 * Returns why a request is refused: FORBIDDEN; undefined for one that may pass. @param what it asks for, for the message @default
 * the option
 */
export type PortGuard = (request: GuardedRequest, what?: string) => DevnetError | undefined;

/**
 * Creates the check of a port that acts for its callers. Web pages reach every port of this machine, with the passwords that the
 * documentation names:
 *
 * - a name that somebody pointed at this machine (DNS rebinding) is in `Host`. The port's own addresses, names without a dot and names
 * below `.localhost`
 *   and `.internal` cannot belong to somebody on the internet;
 * - a page of another origin, also one at another port of this machine, is in `Origin`, or has `Sec-Fetch-Site` (Fetch Metadata
 * Request Headers);
 * - a form sends three content types, and asks nobody before (Fetch, "CORS-safelisted request-header"). A page that may call sends JSON.
 *
 * Programs send none of these headers, whatever the content type.
 */
export function createPortGuard({ host, what, allowedHosts = [], origins = [], pageHint }: PortGuardOptions): PortGuard {
  const own = new Set([host, hostname(), ...allowedHosts].map((name) => name.toLowerCase()));
  const suffixes = ['.localhost', '.internal', ...[...own].filter((name) => name.startsWith('.'))];
  const listed = new Set(origins);
  const everyAddress = host === '0.0.0.0' || host === '::';
  const isOwn = (name: string): boolean => {
    if (own.has(name) || own.has('*')) return true;
    if (isIP(name) > 0) return everyAddress || isLoopback(name);
    return !name.includes('.') || suffixes.some((suffix) => name.endsWith(suffix));
  };

  const refuseHost = (authority: string): DevnetError | undefined => {
    const name = hostOf(authority);
    if (name !== undefined && isOwn(name)) return undefined;
    const hint = `Allow it with allowedHosts (--allowed-host ${name ?? 'name'}).`;
    const expected = 'localhost, an address of this port or a host of allowedHosts';
    const message = `host: expected ${expected}, received ${JSON.stringify(authority)}. ${hint}`;
    return new DevnetError('FORBIDDEN', message, { field: 'host', expected, received: authority, hint });
  };
  const refusePage = (page: string, called: string, hint: string | undefined): DevnetError =>
    new DevnetError('FORBIDDEN', `${page} may not call ${called}.${hint === undefined ? '' : ` ${hint}`}`, { field: 'origin', hint });

  return ({ method, header }, called = what) => {
    const [authority, origin, site] = [header('host'), header('origin'), header('sec-fetch-site')];
    const refused = authority === undefined ? undefined : refuseHost(authority);
    if (refused !== undefined) return refused;
    if (origin === undefined) {
      const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
      return isForeign && !isNavigation(method, header) ? refusePage('A web page of another origin', called, undefined) : undefined;
    }
    const isSame = authority !== undefined && /^https?:\/\/(.+)$/.exec(origin)?.[1] === authority.toLowerCase();
    if (!isSame && !listed.has(origin)) return refusePage(`Pages on ${origin}`, called, pageHint?.(origin));
    return hasFormBody(header) ? formRefusal(header('content-type')) : undefined;
  };
}

/** Returns the name or address of `name:port`, in lower case, without brackets. */
function hostOf(authority: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d+)?$/i.exec(authority);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

/** Whether the browser shows the answer in a tab of its own, so that the page with the link cannot read it. */
function isNavigation(method: string, header: GuardedRequest['header']): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document';
}

const FORM_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

function hasFormBody(header: GuardedRequest['header']): boolean {
  const hasBody = header('transfer-encoding') !== undefined || Number(header('content-length') ?? 0) > 0;
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return hasBody && (type === '' || FORM_TYPES.includes(type));
}

function formRefusal(type = 'none'): DevnetError {
  const hint = 'Send the body as JSON with the header "content-type: application/json".';
  const message = `content-type: expected application/json from a web page, received ${type}. ${hint}`;
  return new DevnetError('FORBIDDEN', message, { field: 'content-type', expected: 'application/json', received: type, hint });
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an IP address is one of the loopback interface. An IPv4 peer of a socket that listens on IPv6 shows as ::ffff:127.0.0.1. */
export function isLoopback(address: string | undefined): boolean {
  // What a proxy names may be no address.
  const family = isIP(address ?? '');
  // A BlockList takes a mapped address for the IPv4 address. It refuses zones, which no address of the loopback interface has.
  return address !== undefined && family > 0 && !address.includes('%') && LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
