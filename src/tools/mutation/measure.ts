import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type LineHits, type RecordedCoverage, readCoverage, sumHits } from './line-hits.js';
import type { CommandResult } from './run-command.js';
import type { Suite } from './suite.js';
import { forEachOnWorkers } from './workers.js';

/** How long the suite without a mutant may take, in ms. */
const LONGEST_SUITE_MS = 60 * 60_000;
/** How many lines of a failed suite are shown. */
const SHOWN_LINES = 40;

/** The suite fails without a mutant: it could not say anything about mutants. */
export class SuiteFailure extends Error {
  override readonly name = 'SuiteFailure';
}

/** What the suite does without a mutant. */
export type Measured = {
  /** How long the whole suite takes, in ms. */
  durationMs: number;
  /**
   * Returns the tests that reach a line: the files to add to the command, or `all` for the command as it is, or `none`. Tests whose
   * coverage is unknown reach each line.
   */
  testsFor(file: string, line: number): readonly string[] | 'all' | 'none';
};

export type MeasureOptions = {
  suite: Suite;
  /** The test files that may run alone. */
  testFiles: readonly string[];
  workers: number;
  /** An empty folder. */
  folder: string;
  onProgress: (step: string) => void;
  onWarning: (message: string) => void;
};

/**
 * Runs the whole suite, then each test file alone, and records which lines they execute.
 * @throws SuiteFailure if the suite fails without a mutant
 */
export async function measureSuite({ suite, testFiles, workers, folder, onProgress, onWarning }: MeasureOptions): Promise<Measured> {
  const recorded = async (run: (coverage: string) => Promise<CommandResult>) => {
    const coverage = await mkdtemp(join(folder, 'run-'));
    const result = await run(coverage);
    return { result, coverage: await readCoverage(coverage) };
  };
  const timeoutMs = LONGEST_SUITE_MS;
  const deployed = await recorded((coverage) => suite.runNothing({ coverage, timeoutMs }));
  if (deployed.result.status !== 0) throw failed('The network of the project does not start', deployed.result);
  /** Whether tests have done more than a deploy does: otherwise they use a network that records nothing. */
  const isKnown = ({ hits, isComplete }: RecordedCoverage): boolean => isComplete && hasMore(hits, deployed.coverage.hits);

  onProgress('running the whole suite without a mutant');
  const whole = await recorded((coverage) => suite.run({ worker: 0, coverage, timeoutMs }));
  if (whole.result.status !== 0) throw failed('The suite fails without a mutant', whole.result);
  const { durationMs } = whole.result;
  if (!isKnown(whole.coverage)) {
    onWarning('the tests record no coverage, so each mutant runs the whole command');
    return { durationMs, testsFor: () => 'all' };
  }
  const byWhole = (file: string, line: number) => (isReached(whole.coverage.hits, file, line) ? 'all' : 'none');
  if (testFiles.length < 2) return { durationMs, testsFor: byWhole };

  onProgress(`running ${testFiles.length} test files, one at a time, for their coverage`);
  const files = new Map<string, RecordedCoverage>();
  const failing: string[] = [];
  await forEachOnWorkers(testFiles, workers, async (file, worker) => {
    const { result, coverage } = await recorded((into) => suite.run({ worker, files: [file], coverage: into, timeoutMs }));
    if (result.status === 0) files.set(file, coverage);
    else failing.push(file);
  });
  const problem =
    failing.length > 0
      ? `${failing.sort().join(', ')} ${failing.length === 1 ? 'fails' : 'fail'} alone`
      : hasMore(whole.coverage.hits, sumHits([...files.values()].map(({ hits }) => hits)))
        ? 'the test files alone execute less than the whole command'
        : undefined;
  if (problem !== undefined) {
    onWarning(`${problem}, so each mutant runs the whole command. --tests names the files that the command runs`);
    return { durationMs, testsFor: byWhole };
  }
  return {
    durationMs,
    testsFor(file, line) {
      const reaching = testFiles.filter((name) => {
        const coverage = files.get(name);
        return coverage === undefined || !isKnown(coverage) || isReached(coverage.hits, file, line);
      });
      return reaching.length === 0 ? 'none' : reaching;
    },
  };
}

/** A line that coverage does not count, such as that of a constant, is reached by all. */
function isReached(hits: LineHits, file: string, line: number): boolean {
  return hits.get(file)?.get(line) !== 0;
}

/** Whether something is executed that the others do not execute. */
function hasMore(hits: LineHits, others: LineHits): boolean {
  return [...hits].some(([file, lines]) => [...lines].some(([line, count]) => count > 0 && !others.get(file)?.get(line)));
}

function failed(what: string, { status, isTimeout, output }: CommandResult): SuiteFailure {
  const how = isTimeout ? `it did not end within ${LONGEST_SUITE_MS / 60_000} minutes` : `status ${status ?? 'of a signal'}`;
  const end = output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
  return new SuiteFailure(`${what} (${how}), so no mutant was run. The end of its output:\n${end}`);
}
