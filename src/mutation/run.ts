import type { Analyser } from './analyser.js';
import type { FolderCopy } from './copies.js';
import { findMutants, type Mutant } from './find-mutants.js';
import { type MeasureOptions, measureSuite } from './measure.js';
import { countOutcomes, type MutantResult, type MutationReport, scoreOf } from './result.js';
import { forEachOnWorkers } from './workers.js';

/** A contract file. */
export type MutatedFile = {
  /** Its name in coverage reports. */
  name: string;
  /** Where it is in a copy. */
  path: string;
  text: string;
};

export type MutationOptions = Omit<MeasureOptions, 'workers'> & {
  command: readonly string[];
  files: readonly MutatedFile[];
  analyser: Analyser;
  /** One for each worker. */
  copies: readonly FolderCopy[];
  /** How long the tests of a mutant may take, in ms. @default 10 s and three times what the whole suite takes */
  timeoutMs: number | undefined;
};

/** A mutant that takes longer than the suite has a loop, or waits for what does not happen. The machine may be busier than before. */
const defaultTimeout = (suiteMs: number): number => 10_000 + 3 * suiteMs;
/** How often the progress is reported: after each tenth of the mutants. */
const STEPS = 10;

/** Runs the tests on each mutant of the files. @throws DevnetError INVALID_INPUT for a file that is not valid, SuiteFailure if the suite fails without a mutant */
export async function runMutants(options: MutationOptions): Promise<MutationReport> {
  const { command, files, analyser, copies, suite, onProgress } = options;
  const start = performance.now();
  const found = files.flatMap(({ name, text }) => findMutants(name, text, analyser.parse(name)));
  const mutants = found.filter(({ file, source }) => analyser.isValid(file, source));
  onProgress(
    `${mutants.length} mutants in ${files.length} ${files.length === 1 ? 'file' : 'files'}; ${found.length - mutants.length} more are not valid contracts`,
  );
  const measured = await measureSuite({ ...options, workers: copies.length });
  const timeoutMs = options.timeoutMs ?? defaultTimeout(measured.durationMs);

  const results = new Map<Mutant, MutantResult>();
  const finish = ({ source: _, isSilenced: __, ...mutant }: Mutant, result: Pick<MutantResult, 'outcome' | 'tests'>): MutantResult => ({
    ...mutant,
    ...result,
  });
  const waiting: { mutant: Mutant; tests: readonly string[] | undefined }[] = [];
  for (const mutant of mutants) {
    const tests = measured.testsFor(mutant.file, mutant.span.startLine);
    if (mutant.isSilenced) results.set(mutant, finish(mutant, { outcome: 'silenced', tests: undefined }));
    else if (tests === 'none') results.set(mutant, finish(mutant, { outcome: 'uncovered', tests: undefined }));
    else waiting.push({ mutant, tests: tests === 'all' ? undefined : tests });
  }
  onProgress(`running ${waiting.length} mutants, ${copies.length} at a time, each for at most ${Math.round(timeoutMs / 1000)} s`);
  let done = 0;
  await forEachOnWorkers(waiting, copies.length, async ({ mutant, tests }, worker) => {
    const [copy, file] = [copies[worker], files.find(({ name }) => name === mutant.file)];
    if (copy === undefined || file === undefined) return;
    await copy.write(file.path, mutant.source);
    const { status, isTimeout } = await suite.run({ worker, timeoutMs, ...(tests && { files: tests }) });
    await copy.write(file.path, file.text);
    results.set(mutant, finish(mutant, { outcome: isTimeout ? 'timeout' : status === 0 ? 'survived' : 'killed', tests }));
    done++;
    if (Math.floor((done * STEPS) / waiting.length) > Math.floor(((done - 1) * STEPS) / waiting.length)) {
      onProgress(`${done} of ${waiting.length} mutants, ${countOutcomes([...results.values()]).survived} survived`);
    }
  });
  const all = mutants.flatMap((mutant) => results.get(mutant) ?? []);
  const counts = countOutcomes(all);
  return {
    command,
    mutants: all,
    invalid: found.length - mutants.length,
    counts,
    score: scoreOf(counts),
    durationMs: performance.now() - start,
  };
}
