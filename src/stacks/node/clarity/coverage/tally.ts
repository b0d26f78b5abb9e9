import type { Outline } from './outline.js';

/** What one execution evaluated of one contract. */
export type Tally = {
  /** Lines with the evaluations of the expression on it that was evaluated most. */
  lines: [line: number, hits: number][];
  /** Places in {@link Outline.branches}, with their evaluations. */
  branches: [place: number, hits: number][];
  /** Places in {@link Outline.functions}. */
  functions: number[];
};

/** Sums up the expressions that an execution evaluated of a contract. */
export function tally({ functions, lines, branches }: Outline, counts: ReadonlyMap<number, number>): Tally {
  const hitLines = lines.flatMap(({ line, ids }): [number, number][] => {
    const hits = Math.max(0, ...ids.map((id) => counts.get(id) ?? 0));
    return hits === 0 ? [] : [[line, hits]];
  });
  return {
    lines: hitLines,
    branches: branches.flatMap(({ id }, place): [number, number][] => (counts.has(id) ? [[place, counts.get(id) ?? 0]] : [])),
    functions: functions.flatMap(({ first, last }, place) => (hitLines.some(([line]) => line >= first && line <= last) ? [place] : [])),
  };
}
