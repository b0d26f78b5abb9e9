import { markdown } from '../compare/table.js';
import { type Comparison, poolDayChart } from './chart.js';
import { type Day, HOUR, jobsOfDay, KINDS, type Kind, type Setting, simulateDay } from './day.js';

/** What docs/ci.md shows of the simulated day. */
export type PoolDayReport = { table: string; picture: string };

/** Size and spares of the pools in the table. */
const POOLS = [
  [8, 2],
  [16, 4],
  [32, 4],
  [32, 8],
] as const;
const SPARES = [0, 2, 4, 8];
const SIZES = [8, 16, 32];

/** Simulates a day on pools of several sizes. The result is the same each time. */
export async function poolDayReport(): Promise<PoolDayReport> {
  const jobs = jobsOfDay();
  const rows: string[][] = [];
  for (const kind of Object.values(KINDS)) {
    for (const [size, spares] of POOLS) rows.push(row({ kind, size, spares }, await simulateDay(jobs, { kind, size, spares })));
  }
  const compare = async (title: string, settings: readonly Setting[], nameOf: (setting: Setting) => string): Promise<Comparison> => ({
    title,
    lines: await Promise.all(settings.map(async (setting) => ({ name: nameOf(setting), day: await simulateDay(jobs, setting) }))),
  });
  const bySpares = (kind: Kind): Promise<Comparison> =>
    compare(
      `${kind.name}, size 32`,
      SPARES.map((spares) => ({ kind, size: 32, spares })),
      ({ spares }) => `${spares} spares`,
    );
  const bySize = (kind: Kind): Promise<Comparison> =>
    compare(
      `${kind.name}, 4 spares`,
      SIZES.map((size) => ({ kind, size, spares: 4 })),
      ({ size }) => `size ${size}`,
    );
  const picture = poolDayChart([await bySpares(KINDS.swarm), await bySpares(KINDS.real), await bySize(KINDS.real)]);
  return { table: markdown([HEAD, ...rows]), picture };
}

const HEAD = [
  'networks',
  'size',
  'spares',
  'waits: median',
  '95 %',
  'longest',
  'most at once',
  'network hours',
  'GiB hours',
  'GiB for size',
];

function row({ kind, size, spares }: Setting, { waits, networks, networkMs }: Day): string[] {
  const sorted = waits.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): string => {
    const ms = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return `${(ms / 1_000).toFixed(1)} s`;
  };
  const most = Math.max(...networks.map(({ count }) => count));
  const [hours, gibibytes] = [networkMs / HOUR, kind.memoryMiB / 1_024];
  const cost = [hours.toFixed(0), (hours * gibibytes).toFixed(0), (size * gibibytes).toFixed(1)];
  return [kind.name, `${size}`, `${spares}`, at(0.5), at(0.95), at(1), `${most}`, ...cost];
}
