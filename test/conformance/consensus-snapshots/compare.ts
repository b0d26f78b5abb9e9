import type { Answer, Plan, Step } from './plan.js';
import type { Replayer } from './replay.js';

/** A step of which this VM says something else than stacks-core. */
type Difference = { readonly test: string; readonly step: Step; readonly expected: Answer; readonly actual: Answer };

export type Comparison = {
  /** How many steps there are, and how many of them agree, by epoch. */
  readonly counts: ReadonlyMap<string, { readonly steps: number; readonly equal: number }>;
  readonly differences: readonly Difference[];
};

/** Runs all tests and compares results, texts of errors and the five costs. @throws Error if a set-up contract cannot be deployed */
export function compare({ tests }: Plan, replayer: Replayer): Comparison {
  const counts = new Map<string, { steps: number; equal: number }>();
  const differences: Difference[] = [];
  for (const test of tests)
    for (const [at, actual] of replayer.run(test).entries()) {
      const step = test.steps[at] as Step;
      const { expected, epoch, transaction } = step;
      if (expected === undefined) {
        if (actual.rejected !== undefined || actual.error !== undefined) throw new Error(`${test.name}: ${transaction.name} fails`);
        continue;
      }
      const count = counts.get(epoch) ?? { steps: 0, equal: 0 };
      const isEqual = areEqual(expected, actual);
      counts.set(epoch, { steps: count.steps + 1, equal: count.equal + (isEqual ? 1 : 0) });
      if (!isEqual) differences.push({ test: test.name, step, expected, actual });
    }
  return { counts, differences };
}

function areEqual(expected: Answer, actual: Answer): boolean {
  if (expected.rejected !== undefined || actual.rejected !== undefined)
    return expected.rejected !== undefined && actual.rejected !== undefined;
  return (
    expected.result === actual.result &&
    areEqualTexts(expected.error, actual.error) &&
    expected.cost.every((cost, at) => cost === actual.cost[at])
  );
}

/** The tests shorten long texts: `begin...[length]…end` (`ellipse_string_for_test`). */
function areEqualTexts(expected: string | undefined, actual: string | undefined): boolean {
  const [, begin, length, end] = /^([\s\S]*)\.\.\.\[(\d+)\]([\s\S]*)$/.exec(expected ?? '') ?? [];
  if (begin === undefined || length === undefined || end === undefined) return expected === actual;
  return actual?.startsWith(begin) === true && actual.endsWith(end) && actual.length > Number(length);
}
