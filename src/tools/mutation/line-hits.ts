import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How often lines were executed, by file and line. */
export type LineHits = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Coverage that networks wrote. */
export type RecordedCoverage = {
  hits: LineHits;
  /** Whether each network that began a report has finished it. */
  isComplete: boolean;
};

/** Reads the reports of a folder: see `DEVNET_COVERAGE_FOLDER` in docs/coverage.md. */
export async function readCoverage(folder: string): Promise<RecordedCoverage> {
  const names = await readdir(folder);
  const reports = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return { hits: sumHits(reports.map(parseLcov)), isComplete: reports.every((report) => report !== '') };
}

/** Sums up what several runs executed. */
export function sumHits(runs: readonly LineHits[]): LineHits {
  const sum = new Map<string, Map<number, number>>();
  for (const run of runs) {
    for (const [file, lines] of run) {
      const known = sum.get(file) ?? new Map<number, number>();
      for (const [line, hits] of lines) known.set(line, (known.get(line) ?? 0) + hits);
      sum.set(file, known);
    }
  }
  return sum;
}

/** Reads the lines of an LCOV report. */
function parseLcov(report: string): LineHits {
  const files = new Map<string, Map<number, number>>();
  let lines = new Map<number, number>();
  for (const text of report.split('\n')) {
    const [, file] = /^SF:(.*)$/.exec(text) ?? [];
    if (file !== undefined) {
      lines = files.get(file) ?? new Map<number, number>();
      files.set(file, lines);
    }
    const [, line, hits] = /^DA:(\d+),(\d+)/.exec(text) ?? [];
    if (line !== undefined) lines.set(Number(line), (lines.get(Number(line)) ?? 0) + Number(hits));
  }
  return files;
}
