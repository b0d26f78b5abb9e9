import type { Analyser } from './analyser.js';
import type { FolderCopy } from './copies.js';
import { createDeadline } from './deadline.js';
import { findMutants, type Mutant } from './find-mutants.js';
import { type MeasureOptions, measureSuite } from './measure.js';
import { countOutcomes, type MutantResult, type MutationReport, type Outcome, scoreOf } from './result.js';
import type { CommandResult } from './run-command.js';
import { forEachOnWorkers } from './workers.js';

/** A contract file. */
export type MutatedFile = {
  /** Its name in coverage reports. */
  name: string;
  /** Where it is in a copy, with `/` between folders. */
  path: string;
  text: string;
};

export type MutationOptions = Omit<MeasureOptions, 'workers'> & {
  command: readonly string[];
  files: readonly MutatedFile[];
  analyser: Analyser;
  /** One for each worker. */
  copies: readonly FolderCopy[];
  /** How long the tests of a mutant may take, in ms. @default 10 s and three times what they take without a mutant */
  timeoutMs: number | undefined;
};

/** How often the progress is reported: after each tenth of the mutants. */
const STEPS = 10;

/**
 * Runs the tests on each mutant of the files. @throws DevnetError INVALID_INPUT for a file that is not valid, SuiteFailure if the suite
 * fails without a mutant
 */
export async function runMutants(options: MutationOptions): Promise<MutationReport> {
  const { command, files, analyser, copies, suite, onProgress } = options;
  const start = performance.now();
  const found = files.flatMap((file) => findMutants(file.path, file.text, analyser.parse(file.name)).map((mutant) => ({ file, mutant })));
  const valid = found.filter(({ file, mutant }) => analyser.isValid(file.name, mutant.source));
  const invalid = found.length - valid.length;
  onProgress(
    `${valid.length} mutants in ${files.length} ${files.length === 1 ? 'file' : 'files'}; ${invalid} more are not valid contracts`,
  );
  const measured = await measureSuite({ ...options, workers: copies.length });
  const deadline = createDeadline(options.timeoutMs, measured.durationMs);

  const results = new Map<Mutant, MutantResult>();
  const finish = (mutant: Mutant, outcome: Outcome, tests?: readonly string[]): void => {
    const { source: _, isSilenced: __, ...shown } = mutant;
    results.set(mutant, { ...shown, outcome, tests });
  };
  const waiting: { file: MutatedFile; mutant: Mutant; tests: readonly string[] | undefined }[] = [];
  for (const { file, mutant } of valid) {
    const tests = measured.testsFor(file.name, mutant.span.startLine);
    if (mutant.isSilenced) finish(mutant, 'silenced');
    else if (tests === 'none') finish(mutant, 'uncovered');
    else waiting.push({ file, mutant, tests: tests === 'all' ? undefined : tests });
  }
  onProgress(`running ${waiting.length} mutants, ${copies.length} at a time, each for at most ${Math.round(deadline.ms / 1000)} s`);
  let done = 0;
  await forEachOnWorkers(waiting, copies.length, async ({ file, mutant, tests }, worker) => {
    const copy = copies[worker];
    if (copy === undefined) throw new Error(`there is no copy for worker ${worker}`);
    const runTests = async (text: string, timeoutMs: number): Promise<CommandResult> => {
      await copy.write(file.path, text);
      return suite.run({ worker, timeoutMs, ...(tests && { files: tests }) });
    };
    const { status, isTimeout } = await deadline.keep(
      (timeoutMs) => runTests(mutant.source, timeoutMs),
      (timeoutMs) => runTests(file.text, timeoutMs),
    );
    await copy.write(file.path, file.text);
    finish(mutant, isTimeout ? 'timeout' : status === 0 ? 'survived' : 'killed', tests);
    done++;
    if (isNextStep(done, waiting.length)) {
      onProgress(`${done} of ${waiting.length} mutants, ${countOutcomes([...results.values()]).survived} survived`);
    }
  });
  const mutants = valid.flatMap(({ mutant }) => results.get(mutant) ?? []);
  const counts = countOutcomes(mutants);
  return { command, mutants, invalid, counts, score: scoreOf(counts), durationMs: performance.now() - start };
}

function isNextStep(done: number, all: number): boolean {
  return Math.floor((done * STEPS) / all) > Math.floor(((done - 1) * STEPS) / all);
}
