import { isIP } from '#platform/sockets.js';
import { invalid } from '../../base/error.js';
import { isWhole } from '../../base/words.js';
import { type Kind, kind } from './value-type.js';
import { numberFromText } from './value-types.js';

/** A port to listen on. */
export const port: Kind<number> = kind({
  expected: 'a port from 1 to 65535, or 0 for a free one',
  placeholder: 'port',
  parse: (value) => (isWhole(value) && value >= 0 && value <= 65_535 ? value : undefined),
  fromText: numberFromText,
});

/** The interface to listen on: a name or an address. */
export const host: Kind<string> = kind({
  expected: 'a host name or IP address, without scheme and port',
  placeholder: 'host',
  parse: (value) => (typeof value === 'string' && (isIP(value) > 0 || hostPattern.test(value)) ? value : undefined),
});

/** An IP address, or a network as address/bits. */
export const network: Kind<string> = kind({
  expected: 'an IP address or a network such as 10.0.0.0/8',
  placeholder: 'address',
  parse(value) {
    if (typeof value !== 'string') return undefined;
    const [address = '', bits, ...rest] = value.split('/');
    const longest = isIP(address) === 6 ? 128 : 32;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
    return isIP(address) > 0 && fits && rest.length === 0 ? value : undefined;
  },
});

/** `host:port`; an IPv6 address needs brackets. */
export const hostAndPort: Kind<string> = kind({
  expected: 'host:port, for example 127.0.0.1:3700',
  placeholder: 'host:port',
  parse(value) {
    if (typeof value !== 'string') return undefined;
    const [, number] = /^(?:\[[0-9a-f:.]+\]|[^:/\s]+):(\d{1,5})$/i.exec(value) ?? [];
    return Number(number) >= 1 && Number(number) <= 65_535 ? value : undefined;
  },
});

/** The URL of a node. Error messages hide it, since it may contain a password. @param credentials whether it may contain one */
export function nodeUrl({ expected, credentials }: { expected: string; credentials: boolean }): Kind<string> {
  return kind({
    expected,
    placeholder: 'url',
    parse(value) {
      if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
      const { protocol, search, hash, username, password } = new URL(value);
      if (!['http:', 'https:'].includes(protocol) || search !== '' || hash !== '') return undefined;
      return credentials || (username === '' && password === '') ? value : undefined;
    },
    secret: true,
  });
}

/** The URL of a Redis server. Error messages hide it, since it may contain a password. */
export const redisUrl: Kind<string> = kind({
  expected: 'a redis:// or rediss:// URL',
  placeholder: 'url',
  parse(value) {
    if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
    const { protocol, host, pathname, hash } = new URL(value);
    const isDatabase = /^\/?\d*$/.test(pathname);
    return ['redis:', 'rediss:'].includes(protocol) && host !== '' && isDatabase && hash === '' ? value : undefined;
  },
  secret: true,
});

/** The origin of web pages, as browsers send it in `Origin`: lower case, without a default port. */
export const origin: Kind<string> = {
  expected: 'an origin such as http://localhost:5173',
  placeholder: 'origin',
  read(value, { field }) {
    const found = typeof value === 'string' ? originOf(value) : undefined;
    if (found !== undefined && typeof value === 'string' && new URL(value).href === `${found}/` && !value.endsWith('/')) return found;
    throw invalid(field, origin.expected, value, originAdvice(value));
  },
  readText: (value, place) => origin.read(value, place),
};

/** Returns what to write instead of a value that is no origin. */
function originAdvice(value: unknown): string {
  if (value === '*') return 'Write every origin that may call; a wildcard is not supported.';
  if (value === 'null') return 'A page from a file has no origin; serve it over HTTP.';
  const text = typeof value === 'string' ? value : '';
  const meant = originOf(text) ?? originOf(text.includes('://') ? '' : `http://${text}`);
  return meant === undefined ? 'Write http:// or https://, the host and the port.' : `Write ${meant}, with the scheme and without a path.`;
}

function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}

/** A name in `Host`, a domain with all names below, or every name. */
export const allowedHost: Kind<string> = kind({
  expected: 'a host name without port, such as devnet.example.org; .example.org for all names below; or * for every name',
  placeholder: 'name',
  parse: (value) =>
    typeof value === 'string' && (value === '*' || hostPattern.test(value.replace(/^\./, ''))) ? value.toLowerCase() : undefined,
});

const hostPattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** The URL of a pool, without a trailing slash. */
export const poolUrl: Kind<string> = kind({
  expected: 'an http:// or https:// URL of a pool, such as http://127.0.0.1:3990',
  placeholder: 'url',
  parse(value) {
    if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value)) return undefined;
    const { search, hash, username, password } = new URL(value);
    return `${search}${hash}${username}${password}` === '' ? value.replace(/\/+$/, '') : undefined;
  },
});
