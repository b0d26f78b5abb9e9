import type { CommandResult } from './run-command.js';

type Run = (timeoutMs: number) => Promise<CommandResult>;

/** How long the tests of a mutant may take. */
export type Deadline = {
  /** In ms, now. */
  readonly ms: number;
  /**
   * Runs the tests of a mutant until the deadline.
   * @param control the same tests without the mutant: if they take too long as well, the machine is busier than before, and the deadline
   * becomes a later one
   */
  keep(mutant: Run, control: Run): Promise<CommandResult>;
};

/** Tests that take longer than this have a loop, or wait for what does not happen. */
const longestOf = (withoutMutantMs: number): number => 10_000 + 3 * withoutMutantMs;
/** How much longer than the deadline the control may take. */
const CONTROL = 10;

/**
 * @param fixedMs a deadline that stays @default one that follows how long tests take
 * @param suiteMs how long the whole suite takes
 */
export function createDeadline(fixedMs: number | undefined, suiteMs: number): Deadline {
  let ms = fixedMs ?? longestOf(suiteMs);
  return {
    get ms() {
      return ms;
    },
    async keep(mutant, control) {
      for (;;) {
        const used = ms;
        const result = await mutant(used);
        if (!result.isTimeout || fixedMs !== undefined) return result;
        // Another worker may have found a later one meanwhile.
        if (ms === used) ms = Math.max(used, longestOf((await control(used * CONTROL)).durationMs));
        if (ms === used) return result;
      }
    },
  };
}
