import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import { isWhole } from '../../base/words.js';
import { type Kind, type Place, splitPairs } from './value-type.js';

/** At most `limit` requests or payments in a window of `seconds`. */
type Rate = { limit: number; seconds: number };

/** The counts of rate limits: requests per client, and payments of each kind per recipient and per client. */
const counted = ['requests', 'btc', 'stx', 'sbtc', 'stacking', 'btcPerIp', 'stxPerIp', 'sbtcPerIp', 'stackingPerIp'] as const;
export type Counted = (typeof counted)[number];
export type RateLimits = Readonly<Record<Counted, Rate>>;

/**
 * The policy `standard`. Requests and payments per address have the limits of the public API: 50 requests a minute, 5 payments
 * in 5 minutes, one stacking payment in 2 days. Limits per IP address are ours.
 */
const standard: RateLimits = {
  requests: { limit: 50, seconds: 60 },
  btc: { limit: 5, seconds: 300 },
  stx: { limit: 5, seconds: 300 },
  sbtc: { limit: 5, seconds: 300 },
  stacking: { limit: 1, seconds: 2 * 86_400 },
  btcPerIp: { limit: 20, seconds: 300 },
  stxPerIp: { limit: 20, seconds: 300 },
  sbtcPerIp: { limit: 20, seconds: 300 },
  stackingPerIp: { limit: 5, seconds: 2 * 86_400 },
};

/** The values of `rateLimit`. Routes that an object omits have the rates of `standard`. */
export type RateLimitInput = 'off' | 'standard' | { readonly [K in Counted]?: string | Rate | undefined };

/** `off`, `standard`, or rates by route: `{ stx: '10/1m' }` in code and files, `stx=10/1m,stacking=1/1h` as text. */
export const rateLimit: Kind<'off' | RateLimits, RateLimitInput> = {
  expected: `off, standard, or rates such as 5/1m (at most 5 a minute; s, m, h or d) for ${counted.join(', ')}`,
  placeholder: 'off|standard|route=n/window',
  read(value, place) {
    if (value === 'off') return 'off';
    if (value === 'standard') return standard;
    if (!isRecord(value)) throw invalid(place.field, rateLimit.expected, value);
    const entries = Object.entries(value).filter(([, rate]) => rate !== undefined);
    return { ...standard, ...Object.fromEntries(entries.map(([name, rate]) => [checkName(name, place), readRate(name, rate, place)])) };
  },
  readText(text, place) {
    if (text === 'off' || text === 'standard') return rateLimit.read(text, place);
    const rates = splitPairs(text, place, rateLimit.expected);
    if (rates.length === 0) throw invalid(place.field, rateLimit.expected, text);
    return rateLimit.read(Object.fromEntries(rates), place);
  },
};

/** The units of a window, the longest first: its letter, its name, its seconds. */
const SECOND = ['s', 'second', 1] as const;
const UNITS = [['d', 'day', 86_400], ['h', 'hour', 3_600], ['m', 'minute', 60], SECOND] as const;
/** The longest window: a timer ends it, and timers wait at most 2^31 − 1 ms. */
const LONGEST_SECONDS = 24 * 86_400;

function checkName(name: string, { field }: Place): Counted {
  const known = counted.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  const routes = counted.map((route) => `${field}.${route}`);
  throw unknownName(`${field}.${name}`, 'route', routes, `The routes are ${counted.join(', ')}.`);
}

function readRate(name: string, value: unknown, place: Place): Rate {
  const rate: unknown = typeof value === 'string' ? parseRate(value) : value;
  const { limit, seconds }: Record<string, unknown> = isRecord(rate) ? rate : {};
  if (isWithin(limit, 999_999_999) && isWithin(seconds, LONGEST_SECONDS)) return { limit, seconds };
  throw invalid(`${place.field}.${name}`, 'a rate of at least 1 in a window of at most 24 days, for example 5/1m', value);
}

/** The words for a window: `1 minute`, `90 seconds`. */
export function windowText(seconds: number): string {
  const [, name, length] = UNITS.find(([, , unit]) => seconds % unit === 0) ?? SECOND;
  const count = seconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Parses `5/1m` or `5/m`. */
function parseRate(text: string): Partial<Rate> {
  const [, limit, windows, unit = ''] = /^(\d{1,9})\/(\d{0,7})([smhd])$/.exec(text) ?? [];
  return limit === undefined
    ? {}
    : { limit: Number(limit), seconds: Number(windows || '1') * (UNITS.find(([letter]) => letter === unit)?.[2] ?? 0) };
}

function isWithin(value: unknown, most: number): value is number {
  return isWhole(value) && value >= 1 && value <= most;
}
