import os from 'node:os';
import type { FigureName } from './figures.js';
import { FIGURES } from './figures.js';
import { interleave, type Pairs, type Subject } from './interleave.js';
import { median, type Ratio, ratioOfPairs } from './statistics.js';

/** One line of a comparison: medians, and B as a ratio to A. Start times also as ratios to an empty Node program. */
export type Row = Ratio & { name: string; unit: string; a: number; b: number; aToEmpty: number | undefined; bToEmpty: number | undefined };

/** What a comparison writes as JSON. */
export type Comparison = {
  machine: { node: string; platform: string; cores: number; cpu: string; date: string; load: { start: number; end: number } };
  a: string;
  b: string;
  rounds: number;
  rows: Row[];
  pairs: Pairs[];
};

/** The figures that depend on the speed of starting a process. */
const STARTS: readonly string[] = ['empty', 'warm', 'cold', 'second', 'answer', 'bitcoinStart', 'simnetStart'] satisfies FigureName[];

/** Measures two subjects by turns. */
export async function compare(a: Subject, b: Subject, rounds: number): Promise<Comparison> {
  const before = load();
  const pairs = await interleave(a, b, rounds, (round) => process.stderr.write(`round ${round + 1} of ${rounds}, load ${load()}\n`));
  return { machine: { ...machine(), load: { start: before, end: load() } }, a: a.name, b: b.name, rounds, rows: toRows(pairs), pairs };
}

export function toRows(pairs: readonly Pairs[]): Row[] {
  const reference = pairs.find(({ name }) => name === 'empty');
  const empty = reference === undefined ? undefined : median([...reference.a, ...reference.b]);
  const order = Object.keys(FIGURES);
  const sorted = pairs.toSorted((x, y) => order.indexOf(x.name) - order.indexOf(y.name));
  return sorted.map(({ name, a, b }) => {
    const toEmpty = (value: number) => (empty === undefined || !STARTS.includes(name) ? undefined : value / empty);
    const figure = FIGURES[name as FigureName];
    const medians = { a: median(a), b: median(b) };
    return { ...figure, ...medians, ...ratioOfPairs(a, b), aToEmpty: toEmpty(medians.a), bToEmpty: toEmpty(medians.b) };
  });
}

export function machine() {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: os.availableParallelism(),
    cpu: os.cpus()[0]?.model ?? '',
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Returns the load average of the last minute. */
export function load(): number {
  return Math.round((os.loadavg()[0] ?? 0) * 10) / 10;
}
