import type { Mutant } from './find-mutants.js';

/**
 * What became of a mutant. `killed`: a test failed. `timeout`: the tests did not end in time. `survived`: all tests passed. `uncovered`: no
 * test reaches the line. `silenced`: a comment says that it is not to be run.
 */
export type Outcome = 'killed' | 'timeout' | 'survived' | 'uncovered' | 'silenced';

export type MutantResult = Omit<Mutant, 'source' | 'isSilenced'> & {
  outcome: Outcome;
  /** The test files that ran; undefined for the whole command, or if none ran. */
  tests: readonly string[] | undefined;
};

export type MutationReport = {
  /** The test command. */
  command: readonly string[];
  mutants: readonly MutantResult[];
  /** How many changes were not valid contracts. */
  invalid: number;
  counts: Readonly<Record<Outcome, number>>;
  /** The share of detected mutants (killed, timeout) of those that are not silenced, in percent; 100 without mutants. */
  score: number;
  durationMs: number;
};

export function countOutcomes(mutants: readonly Pick<MutantResult, 'outcome'>[]): Record<Outcome, number> {
  const of = (outcome: Outcome): number => mutants.filter((mutant) => mutant.outcome === outcome).length;
  return { killed: of('killed'), timeout: of('timeout'), survived: of('survived'), uncovered: of('uncovered'), silenced: of('silenced') };
}

export function scoreOf({ killed, timeout, survived, uncovered }: Readonly<Record<Outcome, number>>): number {
  const all = killed + timeout + survived + uncovered;
  return all === 0 ? 100 : ((killed + timeout) / all) * 100;
}
