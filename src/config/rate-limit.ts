import { invalid } from '../error.js';
import { isRecord } from '../json.js';
import { type Kind, type Place, splitText } from './kind.js';

/** At most `limit` within `seconds`. */
type Rate = { limit: number; seconds: number };

/** What a rate limit policy counts: requests per client, payments of each kind per recipient and per client. */
const counted = ['requests', 'btc', 'stx', 'stacking', 'btcPerIp', 'stxPerIp', 'stackingPerIp'] as const;
export type Counted = (typeof counted)[number];
export type RateLimits = Readonly<Record<Counted, Rate>>;

/**
 * The policy called `standard`. Requests and payments per address are as the public API has them: 50 requests a minute, 5 payments
 * in 5 minutes, one for stacking in 2 days; payments per IP are ours.
 */
const standard: RateLimits = {
  requests: { limit: 50, seconds: 60 },
  btc: { limit: 5, seconds: 300 },
  stx: { limit: 5, seconds: 300 },
  stacking: { limit: 1, seconds: 2 * 86_400 },
  btcPerIp: { limit: 20, seconds: 300 },
  stxPerIp: { limit: 20, seconds: 300 },
  stackingPerIp: { limit: 5, seconds: 2 * 86_400 },
};

/** What a user may write for `rateLimit`: what is left out of an object is as in `standard`. */
export type RateLimitInput = 'off' | 'standard' | { readonly [K in Counted]?: string | Rate | undefined };

/** `off`, `standard`, or rates by what they count: `{ stx: '10/1m' }` in code and files, `stx=10/1m,stacking=1/1h` as text. */
export const rateLimit: Kind<'off' | RateLimits> = {
  expected: `off, standard, or rates such as 5/1m (at most 5 a minute; s, m, h or d) for ${counted.join(', ')}`,
  placeholder: 'off|standard|route=n/window',
  read(value, place) {
    if (value === 'off') return 'off';
    if (value === 'standard') return standard;
    if (!isRecord(value)) throw invalid(place.field, rateLimit.expected, value, place.hint);
    const entries = Object.entries(value).filter(([, rate]) => rate !== undefined);
    return { ...standard, ...Object.fromEntries(entries.map(([name, rate]) => [checkName(name, place), readRate(name, rate, place)])) };
  },
  readText(text, place) {
    if (text === 'off' || text === 'standard') return rateLimit.read(text, place);
    const entries = splitText(text).map((entry) => {
      const [name, rate, ...rest] = entry.split('=');
      if (name === undefined || rate === undefined || rest.length > 0) throw invalid(place.field, rateLimit.expected, entry, place.hint);
      return [name, rate] as const;
    });
    if (entries.length === 0) throw invalid(place.field, rateLimit.expected, text, place.hint);
    return rateLimit.read(Object.fromEntries(entries), place);
  },
};

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** What a timer can wait for: a window's end is told by one. */
const LONGEST_SECONDS = 24 * 86_400;

function checkName(name: string, place: Place): Counted {
  const known = counted.find((candidate) => candidate === name);
  if (known === undefined) throw invalid(`${place.field}.${name}`, counted.join(', '), name, place.hint);
  return known;
}

function readRate(name: string, value: unknown, place: Place): Rate {
  const rate: unknown = typeof value === 'string' ? parseRate(value) : value;
  const { limit, seconds }: Record<string, unknown> = isRecord(rate) ? rate : {};
  if (isWhole(limit, 999_999_999) && isWhole(seconds, LONGEST_SECONDS)) return { limit, seconds };
  throw invalid(`${place.field}.${name}`, 'at least one in a window of at most 24 days, for example 5/1m', value, place.hint);
}

/** `5/1m`, `5/m`. */
function parseRate(text: string): Partial<Rate> {
  const [, limit, windows, unit = ''] = /^(\d{1,9})\/(\d{0,7})([smhd])$/.exec(text) ?? [];
  return limit === undefined ? {} : { limit: Number(limit), seconds: Number(windows || '1') * (SECONDS[unit] ?? 0) };
}

function isWhole(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most;
}
