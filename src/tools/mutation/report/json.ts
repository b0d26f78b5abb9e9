import type { MutationReport } from '../result.js';

/** Returns the report as JSON has it: docs/coverage.md lists the fields. @param threshold the least score, in percent */
export function reportObject({ mutants, ...report }: MutationReport, threshold: number): object {
  const { command, score, counts, invalid, durationMs } = report;
  return {
    version: 1,
    command,
    score: Math.round(score * 100) / 100,
    threshold,
    counts,
    invalid,
    durationMs: Math.round(durationMs),
    mutants: mutants.map(({ file, span, operator, original, replacement, outcome, tests }) => ({
      file,
      line: span.startLine,
      column: span.startColumn,
      endLine: span.endLine,
      endColumn: span.endColumn,
      operator,
      original,
      replacement,
      outcome,
      ...(tests && { tests }),
    })),
  };
}
