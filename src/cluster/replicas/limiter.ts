import { type Caller, type Limiter, recipientKey, type Standing, tighter, type Verdict } from '../../gateway/limits.js';
import type { Counted, RateLimits } from '../../project/config.js';
import type { SharedStore } from '../redis/store.js';
import { createSharedWindows, type WindowRequest, type WindowState } from '../redis/windows.js';

/** The limiter of a gateway with replicas: they count together, in Redis. Otherwise as `createLimiter`. */
export function createSharedLimiter(store: SharedStore, limits: RateLimits, factor: number): Pick<Limiter, 'request' | 'payment'> {
  const windows = createSharedWindows(store);
  const windowOf = ({ kind }: Caller, counted: Counted, subject: string): WindowRequest & { counted: Counted } => {
    const { limit, seconds } = limits[counted];
    return { counted, name: `${kind}:${counted}:${subject}`, limit: kind === 'key' ? limit * factor : limit, seconds };
  };
  const count = async (wanted: readonly ReturnType<typeof windowOf>[]): Promise<Verdict> => {
    const { full, states } = await windows.count(wanted);
    const counted = full === undefined ? wanted : wanted.slice(full, full + 1);
    const standings = counted.map((window, index) => standingIn(window, states[index]));
    return {
      passed: full === undefined,
      standing: standings.reduce(tighter),
      async giveBack() {
        if (full !== undefined) return;
        await Promise.all(states.map((state, index) => windows.giveBack(wanted[index]?.name ?? '', state)));
      },
    };
  };
  return {
    request: (caller) => count([windowOf(caller, 'requests', caller.id)]),
    payment: (caller, kind, address) =>
      count([windowOf(caller, kind, recipientKey(caller, address)), windowOf(caller, `${kind}PerIp`, caller.id)]),
  };
}

function standingIn({ counted, limit, seconds }: WindowRequest & { counted: Counted }, state: WindowState | undefined): Standing {
  const { count, leftMs } = state ?? { count: limit, leftMs: seconds * 1_000 };
  return { counted, limit, remaining: Math.max(0, limit - count), resetSeconds: Math.ceil(leftMs / 1_000) };
}
