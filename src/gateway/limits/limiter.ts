import { createHash } from 'node:crypto';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Counted, RateLimits } from '../../config/rate-limit.js';
import { createMutex } from '../../mutex.js';

/** Who asks: an address, or the holder of a key. */
export type Caller = { kind: 'ip' | 'key'; id: string };

/** How much of one limit is left; `resetSeconds` until its window ends. */
export type Standing = { counted: Counted; limit: number; remaining: number; resetSeconds: number };

/** What was counted. `giveBack` undoes it: for payments that were not made. */
export type Verdict = { passed: boolean; standing: Standing; giveBack(): Promise<void> };

export type Limiter = {
  /** Counts one request. */
  request(caller: Caller): Promise<Verdict>;
  /** Counts one payment, for its recipient and for who asks; nothing is counted when either limit refuses. */
  payment(caller: Caller, kind: 'btc' | 'stx' | 'stacking', address: string): Promise<Verdict>;
  /** The windows that are open, to be restored later; plain JSON. */
  dump(): object;
  /** Opens the windows of a dump that have not ended yet. What is no dump is ignored. */
  restore(dump: unknown): void;
};

type Counter = { limit: number; seconds: number; memory: RateLimiterMemory };

/**
 * Fixed windows in memory, which begin with the first request that they count. Whoever has a key has windows of their own, with
 * limits `factor` times as high. The library is loaded by the call.
 */
export async function createLimiter(limits: RateLimits, factor: number): Promise<Limiter> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
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
    // Only what passes counts, so that giving back one makes room for one.
    if (!passed) await giveBack();
    // The library ends windows by a timer, but tells when by the clock, which may have been set back.
    const resetSeconds = Math.min(seconds, Math.ceil(result.msBeforeNext / 1000));
    const standing = { counted, limit, remaining: result.remainingPoints, resetSeconds };
    return { passed, standing, giveBack };
  };

  const countPayment: Limiter['payment'] = async (caller, kind, address) => {
    const perAddress = await count(caller, kind, digest(caller.kind === 'key' ? `${caller.id} ${address}` : address));
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
    // One after another, so that what one has to give back is not missed by the next.
    payment: (caller, kind, address) => payments.run(() => countPayment(caller, kind, address)),
    dump: () => Object.fromEntries([...counters].map(([name, { memory }]) => [name, memory.dump()])),
    restore(dump) {
      if (typeof dump !== 'object' || dump === null) return;
      for (const [name, windows] of Object.entries(dump)) counters.get(name)?.memory.restore(windows);
    },
  };
}

/** The one with less left. */
export function tighter(a: Standing, b: Standing): Standing {
  return b.remaining < a.remaining ? b : a;
}

/** A recipient as it is counted: short whatever was sent, and the same however the same Bitcoin address is written. */
function digest(address: string): string {
  const one = /^(?:\S+ )?(?:bcrt|tb)1/i.test(address) ? address.toLowerCase() : address;
  return createHash('sha256').update(one).digest('base64url').slice(0, 22);
}
