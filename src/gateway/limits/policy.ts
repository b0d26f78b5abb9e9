import type { FastifyReply, FastifyRequest } from 'fastify';
import { DevnetError } from '../../base/error.js';
import type { FaucetCoin } from '../../network/faucet.js';
import { type RateLimits, windowText } from '../../project/config.js';
import { createKeyRing } from '../keys/key-ring.js';
import type { KeyRing } from '../keys/key-store.js';
import type { Replicas } from '../replicas.js';
import { clientOf } from './client-of.js';
import { type Caller, createLimiter, type Limiter, type Standing, tighter, type Verdict } from './limiter.js';
import { keepWindows, type WindowFile } from './window-file.js';

export type PolicyOptions = {
  limits: RateLimits;
  /** The factor by which a key raises the limits. */
  factor: number;
  /** The file with the hashes of the keys. */
  keyFile: string;
  /** Lower-case names of the headers that may carry a key. */
  keyHeaders: readonly string[];
  /** The leading bits of an IPv6 address that identify a client. @default 64 */
  ipv6Prefix?: number | undefined;
  /** The file that keeps the windows across a restart. */
  windowFile?: string | undefined;
  /** What counts and knows keys together with the replicas, instead of this process and files. */
  replicas?: Pick<Replicas, 'limiter' | 'keys'> | undefined;
  onWarning?: ((message: string) => void) | undefined;
};

/** The rate limit policy of a gateway. The headers `ratelimit-*` of every response report the tightest limit that counted the request. */
export type Policy = {
  /** Counts a request. @throws DevnetError UNAUTHORIZED for a key that is unknown or revoked, RATE_LIMITED */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Counts a payment. @returns a function that undoes the count if the payment fails
   * @throws DevnetError RATE_LIMITED
   */
  admitPayment(request: FastifyRequest, reply: FastifyReply, kind: FaucetCoin | 'stacking', address: string): Promise<() => Promise<void>>;
  /** Returns the number of refused requests and payments by limit. */
  refused(): ReadonlyMap<string, number>;
  /** Writes the state that survives a restart. */
  close(): Promise<void>;
};

/** @throws DevnetError INVALID_INPUT when the file of keys cannot be read */
export async function createPolicy(options: PolicyOptions): Promise<Policy> {
  const { limits, factor, keyHeaders, replicas, ipv6Prefix = 64 } = options;
  const shared: Counts | undefined = replicas && { limiter: replicas.limiter(limits, factor), keys: replicas.keys };
  const { limiter, keys, windows } = shared ?? (await ownCounts(options));
  const callers = new WeakMap<FastifyRequest, { caller: Caller; standing: Standing }>();
  const refusals = new Map<string, number>();

  const check = ({ passed, standing }: Verdict, reply: FastifyReply, before?: Standing): void => {
    windows?.touch();
    const { limit, remaining, resetSeconds } = passed && before ? tighter(before, standing) : standing;
    reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining).header('ratelimit-reset', resetSeconds);
    if (passed) return;
    refusals.set(standing.counted, (refusals.get(standing.counted) ?? 0) + 1);
    reply.header('retry-after', resetSeconds);
    throw tooMany(standing, limits[standing.counted].seconds);
  };

  return {
    async admit(request, reply) {
      const given = keyHeaders.flatMap((name) => request.headers[name] ?? []);
      const found = await Promise.all(given.map((key) => keys.find(key)));
      // A client that guesses keys shares the limits of clients without a key.
      const good = found.every((id) => id !== undefined) ? found[0] : undefined;
      const caller: Caller = good === undefined ? { kind: 'ip', id: clientOf(request.ip, ipv6Prefix) } : { kind: 'key', id: good };
      const verdict = await limiter.request(caller);
      check(verdict, reply);
      if (given.length > 0 && good === undefined) throw unauthorized();
      callers.set(request, { caller, standing: verdict.standing });
    },
    async admitPayment(request, reply, kind, address) {
      const known = callers.get(request);
      if (known === undefined) throw new DevnetError('INTERNAL', 'a payment was requested without admission');
      const verdict = await limiter.payment(known.caller, kind, address);
      check(verdict, reply, known.standing);
      return async () => {
        await verdict.giveBack();
        windows?.touch();
      };
    },
    refused: () => refusals,
    close: async () => windows?.close(),
  };
}

/** How a policy counts, and the keys that it knows. `windows` keeps the counts over a restart, where they need it. */
type Counts = { limiter: Pick<Limiter, 'request' | 'payment'>; keys: KeyRing; windows?: WindowFile | undefined };

/** Counts in this process. */
async function ownCounts({ limits, factor, keyFile, windowFile, onWarning = () => undefined }: PolicyOptions): Promise<Counts> {
  const limiter = await createLimiter(limits, factor);
  const windows = windowFile === undefined ? undefined : await keepWindows(limiter, windowFile, onWarning);
  const keys = createKeyRing(keyFile);
  // A file that cannot be read should fail now.
  await keys.find('');
  return { limiter, keys, windows };
}

function tooMany({ counted, limit, resetSeconds }: Standing, seconds: number): DevnetError {
  const hint = `Try again in ${resetSeconds} s, or send an API key.`;
  const limited = `Too many requests: the limit of ${WORDS[counted]} is ${limit} in ${windowText(seconds)}`;
  return new DevnetError('RATE_LIMITED', `${limited}. ${hint}`, { hint });
}

const WORDS: Record<Standing['counted'], string> = {
  requests: 'requests from one client',
  btc: 'BTC payments to one address',
  stx: 'STX payments to one address',
  sbtc: 'sBTC payments to one address',
  stacking: 'stacking payments to one address',
  btcPerIp: 'BTC payments for one client',
  stxPerIp: 'STX payments for one client',
  sbtcPerIp: 'sBTC payments for one client',
  stackingPerIp: 'stacking payments for one client',
};

function unauthorized(): DevnetError {
  return new DevnetError('UNAUTHORIZED', 'the API key is unknown or revoked', {
    hint: 'Make one with: stacks-devnet keys create; or send none.',
  });
}
