import { isIP } from 'node:net';
import type { MiningMode } from '../engines/engine.js';
import { invalid } from '../error.js';
import { checkTestnetPrincipal } from '../stacks/principal.js';
import { isRecord, type Kind, kind, splitText } from './kind.js';

/** One of these words. */
export function oneOf<const T extends string>(words: readonly T[]): Kind<T> {
  return kind(listWords(words), words.join('|'), (value) => words.find((word) => word === value));
}

/** A whole number within bounds, both included. */
export function wholeNumber(min: number, max: number): Kind<number> {
  return kind(
    `a whole number from ${min} to ${max}`,
    'n',
    (value) => (isWhole(value) && value >= min && value <= max ? value : undefined),
    numberText,
  );
}

export const truth: Kind<boolean> = kind(
  'true or false',
  'true|false',
  (value) => (typeof value === 'boolean' ? value : undefined),
  (text) => (text === 'true' ? true : text === 'false' ? false : text),
);

/** Text of at least one character that matches. */
export function text(expected: string, placeholder: string, pattern: RegExp = /./s): Kind<string> {
  return kind(expected, placeholder, (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined));
}

/** A port to listen on. */
export const port: Kind<number> = kind(
  'a port from 1 to 65535, or 0 for a free one',
  'port',
  (value) => (isWhole(value) && value >= 0 && value <= 65_535 ? value : undefined),
  numberText,
);

/** The interface to listen on: a name or an address without scheme and port. */
export const host: Kind<string> = kind('a host name or IP address, without scheme and port', 'host', (value) =>
  typeof value === 'string' && (isIP(value) > 0 || hostPattern.test(value)) ? value : undefined,
);

/** `host:port`; an IPv6 address stands in brackets. */
export const hostAndPort: Kind<string> = kind('host:port, for example 127.0.0.1:3700', 'host:port', (value) => {
  if (typeof value !== 'string') return undefined;
  const [, name, number] = /^(\[[0-9a-f:.]+\]|[^:/\s]+):(\d{1,5})$/i.exec(value) ?? [];
  return name !== undefined && Number(number) >= 1 && Number(number) <= 65_535 ? value : undefined;
});

/** The largest number that Clarity's `uint` holds. */
const maxUint = 2n ** 128n - 1n;

/** Base units. Numbers above 2^53 − 1 are refused: they were rounded before anybody could look. */
export const amount: Kind<bigint> = kind(
  'a whole number of base units up to 2^128-1 (above 2^53-1 as text or bigint, since a number would be rounded)',
  'base units',
  (value) => {
    const exact = typeof value === 'bigint' ? value : isWhole(value) ? BigInt(value) : digits(value);
    return exact !== undefined && exact >= 0n && exact <= maxUint ? exact : undefined;
  },
);

/** What a faucet pays: base units that fit the chain's signed 64 bits and are more than nothing. */
export const payment: Kind<bigint> = kind('a whole number of base units from 1 to 2^63-1', 'base units', (value) => {
  const exact = typeof value === 'bigint' ? value : isWhole(value) ? BigInt(value) : digits(value);
  return exact !== undefined && exact > 0n && exact < 2n ** 63n ? exact : undefined;
});

/** A private key as 64 hex digits; the suffix `01` of a compressed key may be there and is dropped. Never shown in a message. */
export const privateKey: Kind<string> = {
  expected: 'a private key of 64 hex digits, with or without the suffix 01',
  placeholder: 'key',
  read(value, place) {
    const [, key] = typeof value === 'string' ? (/^([0-9a-f]{64})(?:01)?$/i.exec(value) ?? []) : [];
    if (key === undefined) throw invalid(place.field, privateKey.expected, `${typeof value} that is not shown`, place.hint);
    return key.toLowerCase();
  },
  readText: (value, place) => privateKey.read(value, place),
};

/** `auto`, `manual`, or one block every so many milliseconds: an object in code and files, the bare number as text. */
export const miningMode: Kind<MiningMode> = kind(
  'auto, manual or an interval in ms above 0: {"intervalMs":1000} in code and files, 1000 as text',
  'auto|manual|ms',
  (value) => {
    if (value === 'auto' || value === 'manual') return value;
    if (!isRecord(value) || Object.keys(value).join() !== 'intervalMs') return undefined;
    const intervalMs = value['intervalMs'];
    return isWhole(intervalMs) && intervalMs >= 1 && intervalMs <= 2 ** 31 - 1 ? { intervalMs } : undefined;
  },
  (value) => (/^\d+$/.test(value) ? { intervalMs: Number(value) } : value),
);

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

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
function digits(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,40}$/.test(value) ? BigInt(value) : undefined;
}
function numberText(value: string): unknown {
  return /^\d{1,15}$/.test(value) ? Number(value) : value;
}
function listWords(words: readonly string[]): string {
  const last = words.at(-1);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : `${last}`;
}
