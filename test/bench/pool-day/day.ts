import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createNetworks } from '#dist/cluster/pool/networks.js';

/** A CI job: when it asks for a network, and how long it uses it; both in ms. */
export type Job = { at: number; length: number };
/** What a network costs: its start in ms, its memory in MiB. */
export type Kind = { name: string; startMs: number; memoryMiB: number };
/** A pool that is simulated. */
export type Setting = { kind: Kind; size: number; spares: number };
/** What happened on a day; times in ms since its start. */
export type Day = {
  /** When each job asked for a network, and how long it waited. */
  waits: { at: number; ms: number }[];
  /** How many networks existed since when, those that start or end included. */
  networks: { at: number; count: number }[];
  /** The time that all networks existed, in ms. */
  networkMs: number;
};

export const HOUR = 3_600_000;
const JOBS = 1_000;
/** How many jobs of a day begin in each hour: two peaks of a working day. */
const HOURS = [5, 4, 3, 3, 4, 8, 20, 50, 90, 110, 100, 75, 60, 85, 105, 100, 80, 50, 20, 10, 8, 5, 3, 2];

/** Figures as measured: docs/ci.md says where and how. */
export const KINDS = {
  copies: { name: 'embedded, copies in one process', startMs: 40, memoryMiB: 35 },
  swarm: { name: 'embedded on a Swarm', startMs: 5_000, memoryMiB: 150 },
  real: { name: 'real nodes', startMs: 95_000, memoryMiB: 250 },
} satisfies Record<string, Kind>;

/** Simulates a day on the pool itself, whose clock and networks are simulated. */
export async function simulateDay(jobs: readonly Job[], { kind: { startMs }, size, spares }: Setting): Promise<Day> {
  const queue: { at: number; run(): void }[] = [];
  const later = (at: number, run: () => void): void => {
    let index = queue.length;
    while (index > 0 && (queue[index - 1]?.at ?? 0) > at) index--;
    queue.splice(index, 0, { at, run });
  };
  let now = 0;
  const day: Day = { waits: [], networks: [{ at: 0, count: 0 }], networkMs: 0 };
  const count = (change: number): void => {
    const { at = 0, count: running = 0 } = day.networks.at(-1) ?? {};
    day.networkMs += running * (now - at);
    day.networks.push({ at: now, count: running + change });
  };
  const source = {
    name: 'simulated',
    async start() {
      count(1);
      await new Promise<void>((resolve) => later(now + startMs, resolve));
      const bitcoin = { rpcUser: '', rpcPassword: '' };
      return { controlKey: '', bitcoin, urls: () => ({ gateway: '', stacks: '', bitcoin: '' }), close: async () => count(-1) };
    },
    close: async () => undefined,
  };
  const networks = createNetworks({ source, size, spares, leaseMs: 24 * HOUR, quota: () => JOBS, now: () => now });
  const caller = { team: 'ci', isAdmin: false };
  for (const { at, length } of jobs) {
    later(at, () => {
      void networks.take(caller, { label: '', host: '', timeoutMs: 24 * HOUR }).then(({ lease, secret }) => {
        day.waits.push({ at, ms: now - at });
        later(now + length, () => void networks.end(caller, lease.id, secret));
      });
    });
  }
  for (;;) {
    await setImmediate();
    const next = queue.shift();
    if (next === undefined) break;
    now = next.at;
    next.run();
  }
  await networks.close();
  return day;
}

/** Returns the jobs of a day, at random times of the hours, with lengths of the recorded list; the same ones each time. */
export function jobsOfDay(): Job[] {
  const { seconds }: { seconds: number[] } = JSON.parse(readFileSync(new URL('job-lengths.json', import.meta.url), 'utf8'));
  let state = 1;
  // Lehmer's generator: a day that can be repeated.
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return HOURS.flatMap((share, hour) =>
    Array.from({ length: Math.round((share * JOBS) / 1_000) }, () => ({
      at: (hour + random()) * HOUR,
      length: (seconds[Math.floor(random() * seconds.length)] ?? 0) * 1_000,
    })),
  );
}
