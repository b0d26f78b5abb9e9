import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createNetworks } from '#dist/pool/networks.js';

/** A CI job: when it asks for a network, and how long it uses it; both in ms. */
type Job = { at: number; length: number };
/** What a network costs: its start in ms, its memory in MiB. */
type Kind = { name: string; startMs: number; memoryMiB: number };
type Day = { waits: number[]; most: number; networkMs: number };

const HOUR = 3_600_000;
const JOBS = 1_000;
/** How many jobs of a day begin in each hour: two peaks of a working day. */
const HOURS = [5, 4, 3, 3, 4, 8, 20, 50, 90, 110, 100, 75, 60, 85, 105, 100, 80, 50, 20, 10, 8, 5, 3, 2];

/** Figures as measured: docs/pool.md says where and how. */
const KINDS: readonly Kind[] = [
  { name: 'embedded, copies in one process', startMs: 40, memoryMiB: 35 },
  { name: 'embedded on a Swarm', startMs: 5_000, memoryMiB: 150 },
  { name: 'real nodes', startMs: 95_000, memoryMiB: 160 },
];

/** Simulates a day on the pool itself, whose clock and networks are simulated. */
async function simulate(jobs: readonly Job[], { startMs }: Kind, size: number, spares: number): Promise<Day> {
  const queue: { at: number; run(): void }[] = [];
  const later = (at: number, run: () => void): void => {
    let index = queue.length;
    while (index > 0 && (queue[index - 1]?.at ?? 0) > at) index--;
    queue.splice(index, 0, { at, run });
  };
  let now = 0;
  let running = 0;
  let changed = 0;
  const day: Day = { waits: [], most: 0, networkMs: 0 };
  const count = (change: number): void => {
    day.networkMs += running * (now - changed);
    changed = now;
    running += change;
    day.most = Math.max(day.most, running);
  };
  const source = {
    name: 'simulated',
    async start() {
      count(1);
      await new Promise<void>((resolve) => later(now + startMs, resolve));
      return { controlKey: '', urls: () => ({ gateway: '', stacks: '', bitcoin: '' }), close: async () => count(-1) };
    },
    close: async () => undefined,
  };
  const networks = createNetworks({ source, size, spares, leaseMs: 24 * HOUR, quota: () => JOBS, now: () => now });
  const caller = { team: 'ci', isAdmin: false };
  for (const { at, length } of jobs) {
    later(at, () => {
      void networks.take(caller, { label: '', timeoutMs: 24 * HOUR }).then(({ lease, secret }) => {
        day.waits.push(now - at);
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

/** Jobs at random times of the hours, with lengths of the recorded list; the same ones each time. */
function jobsOfDay(lengths: readonly number[]): Job[] {
  let state = 1;
  // Lehmer's generator: a day that can be repeated.
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return HOURS.flatMap((share, hour) =>
    Array.from({ length: Math.round((share * JOBS) / 1_000) }, () => ({
      at: (hour + random()) * HOUR,
      length: lengths[Math.floor(random() * lengths.length)] ?? 0,
    })),
  );
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

const file = new URL('job-lengths.json', import.meta.url);
const { seconds }: { seconds: number[] } = JSON.parse(readFileSync(file, 'utf8'));
const jobs = jobsOfDay(seconds.map((length) => length * 1_000));
const inSeconds = (ms: number): string => (ms / 1_000).toFixed(1);
console.log(`| networks | size | spares | waits: median | 95 % | longest | busy at once | network hours | memory for size |`);
console.log(`| --- | --- | --- | --- | --- | --- | --- | --- | --- |`);
for (const kind of KINDS) {
  for (const [size, spares] of [
    [8, 2],
    [16, 4],
    [32, 4],
    [32, 8],
  ] as const) {
    const { waits, most, networkMs } = await simulate(jobs, kind, size, spares);
    const cells = [kind.name, size, spares, ...[0.5, 0.95, 1].map((share) => `${inSeconds(percentile(waits, share))} s`), most];
    console.log(`| ${[...cells, (networkMs / HOUR).toFixed(0), `${((size * kind.memoryMiB) / 1_024).toFixed(1)} GiB`].join(' | ')} |`);
  }
}
console.log(
  `${jobs.length} jobs, median length ${inSeconds(
    percentile(
      jobs.map(({ length }) => length),
      0.5,
    ),
  )} s`,
);
