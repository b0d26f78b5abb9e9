import { withCaret } from '../../../base/caret.js';
import type { MutantResult, MutationReport } from '../result.js';

/** The longest text of an expression that a line shows. */
const LONGEST = 60;

/** Shows what the tests did not detect, then the numbers. */
export function reportLines(report: MutationReport): string[] {
  const { mutants, counts, invalid, score, durationMs } = report;
  const undetected = mutants.filter(({ outcome }) => outcome === 'survived' || outcome === 'uncovered');
  const { killed, timeout, survived, uncovered, silenced } = counts;
  const parts = [
    [killed, 'killed'],
    [timeout, 'timed out'],
    [survived, 'survived'],
    [uncovered, 'reached by no test'],
    [silenced, 'silenced'],
  ] as const;
  const numbers = parts.filter(([count], place) => count > 0 || place === 0 || place === 2).map(([count, words]) => `${count} ${words}`);
  return [
    ...undetected.flatMap((mutant) => [...mutantLines(mutant), '']),
    `${mutants.length} mutants: ${numbers.join(', ')}. ${invalid} more are not valid contracts.`,
    `Score ${score.toFixed(1)} %, in ${formatDuration(durationMs)}.`,
  ];
}

function mutantLines({ file, span, line, operator, original, replacement, outcome, tests }: MutantResult): string[] {
  const place = `${file}:${span.startLine}:${span.startColumn}`;
  const what = outcome === 'survived' ? 'survived' : 'is reached by no test';
  const ran = tests === undefined ? [] : [`  ran ${tests.join(', ')}`];
  return [
    `${place}: a mutant ${what} (${operator})`,
    withCaret(line, span.startColumn),
    `  ${short(original)} → ${short(replacement)}`,
    ...ran,
  ];
}

/** Shows an expression on one line. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
