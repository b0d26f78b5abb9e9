import { createHash } from 'node:crypto';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { createMutex } from '../../base/async.js';
import type { FaucetCoin } from '../../network/faucet.js';
import type { Counted, RateLimits } from '../../project/config.js';

/** The client of a request: an address, or the holder of a key. */
export type Caller = { kind: 'ip' | 'key'; id: string };

/** The state of one limit: what is left, and the seconds until its window ends. */
export type Standing = { counted: Counted; limit: number; remaining: number; resetSeconds: number };

/** The result of a count. `giveBack` undoes the count when a payment fails. */
export type Verdict = { passed: boolean; standing: Standing; giveBack(): Promise<void> };

export type Limiter = {
  /** Counts one request. */
  request(caller: Caller): Promise<Verdict>;
  /** Counts one payment for its recipient and for the client. Counts nothing if either limit refuses. */
  payment(caller: Caller, kind: FaucetCoin | 'stacking', address: string): Promise<Verdict>;
  /** Returns the open windows as plain JSON, to be restored later. */
  dump(): object;
  /** Opens the windows of a dump that have not ended yet. Ignores anything else. */
  restore(dump: unknown): void;
};

type Counter = { limit: number; seconds: number; memory: RateLimiterMemory };

/**
 * Creates a limiter with fixed windows in memory. A window starts at the first request that it counts. The holder of a key has separate
 * windows, with limits `factor` times as high. The call loads the library.
 */
export async function createLimiter(limits: RateLimits, factor: number): Promise<Limiter> {
  // As `validator.ts` loads Ajv.
  const { RateLimiterMemory } = (await import('rate-limiter-flexible')).default;
  const payments = createMutex();
  const counters = new Map<string, Counter>();
  for (const [counted, { limit, seconds }] of Object.entries(limits)) {
    for (const [kind, points] of [
      ['ip', limit],
      ['key', limit * factor],
    ] as const) {
      const memory = new RateLimiterMemory({ points, duration: seconds, keyPrefix: '' });
      counters.set(`${kind}:${counted}`, { limit: points, seconds, memory });
    }
  }

  const count = async (caller: Caller, counted: Counted, subject: string): Promise<Verdict> => {
    const counter = counters.get(`${caller.kind}:${counted}`);
    if (counter === undefined) throw new RangeError(`nothing is called ${counted}`);
    const { limit, seconds, memory } = counter;
    // The library rejects with the same object that it resolves with.
    const result = await memory.consume(subject).catch((refused: Awaited<ReturnType<typeof memory.consume>>) => refused);
    const ends = Date.now() + result.msBeforeNext;
    const giveBack = async (): Promise<void> => {
      const now = await memory.get(subject);
      // Another window owes nothing.
      if (now !== null && now.consumedPoints > 0 && Math.abs(Date.now() + now.msBeforeNext - ends) < 500) await memory.reward(subject);
    };
    const passed = result.consumedPoints <= limit;
    // Only accepted requests count, so that giving back one makes room for one.
    if (!passed) await giveBack();
    // The library ends windows by a timer, but reports their end by the clock, which may have been set back.
    const resetSeconds = Math.min(seconds, Math.ceil(result.msBeforeNext / 1000));
    const standing = { counted, limit, remaining: result.remainingPoints, resetSeconds };
    return { passed, standing, giveBack };
  };

  const countPayment: Limiter['payment'] = async (caller, kind, address) => {
    const perAddress = await count(caller, kind, recipientKey(caller, address));
    if (!perAddress.passed) return perAddress;
    const perCaller = await count(caller, `${kind}PerIp`, caller.id);
    if (!perCaller.passed) {
      await perAddress.giveBack();
      return perCaller;
    }
    return {
      passed: true,
      standing: tighter(perAddress.standing, perCaller.standing),
      async giveBack() {
        await Promise.all([perAddress.giveBack(), perCaller.giveBack()]);
      },
    };
  };

  return {
    request: (caller) => count(caller, 'requests', caller.id),
    // One after another, so that the next check sees what this one gives back.
    payment: (caller, kind, address) => payments.run(() => countPayment(caller, kind, address)),
    dump: () => Object.fromEntries([...counters].map(([name, { memory }]) => [name, memory.dump()])),
    restore(dump) {
      if (typeof dump !== 'object' || dump === null) return;
      for (const [name, windows] of Object.entries(dump)) counters.get(name)?.memory.restore(windows);
    },
  };
}

/** Returns the limit with less left. */
export function tighter(a: Standing, b: Standing): Standing {
  return b.remaining < a.remaining ? b : a;
}

/** Returns the key of a recipient: short for any input, and the same for every spelling of a Bitcoin address. Each API key has its own. */
export function recipientKey({ kind, id }: Caller, recipient: string): string {
  const address = kind === 'key' ? `${id} ${recipient}` : recipient;
  const one = /^(?:\S+ )?(?:bcrt|tb)1/i.test(address) ? address.toLowerCase() : address;
  return createHash('sha256').update(one).digest('base64url').slice(0, 22);
}
