import { isIP } from 'node:net';
import { checkTestnetPrincipal } from '../chains/stacks/principal.js';
import { invalid } from '../error.js';
import { isRecord } from '../json.js';
import type { MiningMode } from '../mining-mode.js';
import { type Kind, kind, splitText } from './kind.js';

/** One of these words. @param why there are no others, for messages */
export function oneOf<const T extends string>(words: readonly T[], why?: string): Kind<T> {
  const expected = why === undefined ? listWords(words) : `${listWords(words)} (${why})`;
  return kind({ expected, placeholder: words.join('|'), parse: (value) => words.find((word) => word === value) });
}

/** A whole number within bounds, both included. */
export function wholeNumber(min: number, max: number): Kind<number> {
  return kind({
    expected: `a whole number from ${min} to ${max}`,
    placeholder: 'n',
    parse: (value) => (isWhole(value) && value >= min && value <= max ? value : undefined),
    fromText: numberText,
  });
}

export const truth: Kind<boolean> = kind({
  expected: 'true or false',
  placeholder: 'true|false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
});

export type TextOptions = {
  expected: string;
  placeholder: string;
  /** What the text has to match. @default at least one character */
  pattern?: RegExp | undefined;
  secret?: boolean | undefined;
};

export function text({ pattern = /./s, ...options }: TextOptions): Kind<string> {
  return kind({ ...options, parse: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) });
}

/** A port to listen on. */
export const port: Kind<number> = kind({
  expected: 'a port from 1 to 65535, or 0 for a free one',
  placeholder: 'port',
  parse: (value) => (isWhole(value) && value >= 0 && value <= 65_535 ? value : undefined),
  fromText: numberText,
});

/** The interface to listen on: a name or an address without scheme and port. */
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

/** `host:port`; an IPv6 address stands in brackets. */
export const hostAndPort: Kind<string> = kind({
  expected: 'host:port, for example 127.0.0.1:3700',
  placeholder: 'host:port',
  parse(value) {
    if (typeof value !== 'string') return undefined;
    const [, number] = /^(?:\[[0-9a-f:.]+\]|[^:/\s]+):(\d{1,5})$/i.exec(value) ?? [];
    return Number(number) >= 1 && Number(number) <= 65_535 ? value : undefined;
  },
});

/** Base units. Numbers above 2^53 − 1 are refused: they were rounded before anybody could look. */
const amount: Kind<bigint> = kind({
  expected: 'a whole number of base units up to 2^128-1 (above 2^53-1 as text or bigint, since a number would be rounded)',
  placeholder: 'base units',
  parse(value) {
    const units = exact(value);
    return units !== undefined && units >= 0n && units <= maxUint ? units : undefined;
  },
});

/** What a faucet pays: base units that fit the chains' signed 64 bits and are more than nothing. */
export const payment: Kind<bigint> = kind({
  expected: 'a whole number of base units from 1 to 2^63-1',
  placeholder: 'base units',
  parse(value) {
    const units = exact(value);
    return units !== undefined && units > 0n && units < 2n ** 63n ? units : undefined;
  },
});

/** An executable: a path, or a name to be searched on PATH. */
export const program: Kind<string> = text({
  expected: 'a path, or a name to be searched on PATH',
  placeholder: 'path',
  pattern: /^[^\0]+$/s,
});

/** A container image as engines take it: `[host[:port]/]name[:tag][@digest]`. */
export const image: Kind<string> = text({
  expected: 'the name of a container image, for example lncm/bitcoind:v27.2',
  placeholder: 'image',
  pattern: /^[a-zA-Z0-9][\w.:/@-]*$/,
});

/** Where a node answers. The value may hold a password, and is never shown. @param credentials whether it may have them */
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

/** A private key as 64 hex digits; the suffix `01` of a compressed key may be there and is dropped. */
export const privateKey: Kind<string> = kind({
  expected: 'a private key of 64 hex digits, with or without the suffix 01',
  placeholder: 'key',
  parse(value) {
    const [, key] = typeof value === 'string' ? (/^([0-9a-f]{64})(?:01)?$/i.exec(value) ?? []) : [];
    return key?.toLowerCase();
  },
  secret: true,
});

/** `auto`, `manual`, or one block every so many milliseconds: an object in code and files, the bare number as text. */
export const miningMode: Kind<MiningMode> = kind({
  expected: 'auto, manual or an interval in ms above 0: {"intervalMs":1000} in code and files, 1000 as text',
  placeholder: 'auto|manual|ms',
  parse(value) {
    if (value === 'auto' || value === 'manual') return value;
    if (!isRecord(value) || Object.keys(value).join() !== 'intervalMs') return undefined;
    const intervalMs = value['intervalMs'];
    return isWhole(intervalMs) && intervalMs >= 1 && intervalMs <= longestTimer ? { intervalMs } : undefined;
  },
  fromText: (text) => (/^\d+$/.test(text) ? { intervalMs: Number(text) } : text),
});

/** Genesis balances by principal: an object in code and files, `principal=amount` separated by commas as text. */
export const balances: Kind<Record<string, bigint>> = {
  expected: 'amounts in micro-STX by Stacks testnet address or contract principal',
  placeholder: 'principal=amount',
  read(value, place) {
    if (!isRecord(value)) throw invalid(place.field, balances.expected, value, place.hint);
    const entries = Object.entries(value).map(([principal, units]) => {
      const field = `${place.field}.${principal}`;
      checkTestnetPrincipal(principal, field);
      return [principal, amount.read(units, { ...place, field })] as const;
    });
    return Object.fromEntries(entries);
  },
  readText(value, place) {
    const entries = splitText(value).map((entry) => {
      const [principal, units, ...rest] = entry.split('=');
      if (principal === undefined || units === undefined || rest.length > 0)
        throw invalid(place.field, 'principal=amount', entry, place.hint);
      return [principal, units] as const;
    });
    return balances.read(Object.fromEntries(entries), place);
  },
};

const hostPattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
/** The largest number that Clarity's `uint` holds. */
const maxUint = 2n ** 128n - 1n;
/** The longest delay of a timer, in ms. */
const longestTimer = 2 ** 31 - 1;

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
/** The value as a bigint, if it is a whole number that nothing has rounded. */
function exact(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (isWhole(value)) return BigInt(value);
  return typeof value === 'string' && /^\d{1,40}$/.test(value) ? BigInt(value) : undefined;
}
function numberText(value: string): unknown {
  return /^\d{1,15}$/.test(value) ? Number(value) : value;
}
function listWords(words: readonly string[]): string {
  const last = words.at(-1);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : `${last}`;
}
