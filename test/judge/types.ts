import type { Arbitrary } from 'fast-check';
import type { Reach } from './reach.js';

/** Who says what is right: the program that we are faithful to, or our own node after a restart, a copy, a state file or a fork of itself. */
export type Judge = 'real' | 'self';

/** Where our answer is not the judge's. */
export type Difference = {
  /** The index of the step that showed it. */
  step: number;
  /** What was called: an RPC method, a route, a native function, an operation. */
  about: string;
  /** Where in the answer, without indices and other values that change from case to case: two differences of one kind have one path. */
  path: string;
  /** What was sent, where the step says it only by what earlier ones sent. */
  input?: string;
  ours: unknown;
  judge: unknown;
};

/** Both sides of a comparison, for many rounds. */
export type Pair<Step> = AsyncDisposable & {
  /**
   * Plays steps on both sides, from a state that no earlier play has touched, and yields the differences as it meets them. The caller may
   * stop after any. A step that has become senseless, because others were left out, does nothing: it is no error.
   */
  play(steps: readonly Step[]): AsyncGenerator<Difference>;
};

/** A difference that is meant. */
export type Known<Step> = {
  name: string;
  reason: string;
  covers(difference: Difference, step: Step): boolean;
  /** The shortest steps that show it. A run fails when they show it no longer: delete the entry. Empty if chance decides whether they do. */
  shownBy: readonly Step[];
  /** Whether the sides have different states from then on: what follows in the round is not compared. @default none has */
  parts?: (difference: Difference) => boolean;
  /** With whom it shows. @default ['real'] */
  judges?: readonly Judge[];
  /** Whether pairs of this seed show it, where that depends on their settings. @default all do */
  pairs?: (seed: number) => boolean;
};

/** A kind of random work. A step is JSON: a case is a file that runs alone. It names what earlier steps made by index, not by id. */
export type Generator<Step = unknown> = {
  name: string;
  /** One step. */
  step: Arbitrary<Step>;
  /** At most so many steps in a round. */
  steps: number;
  known: readonly Known<Step>[];
  /** All names that `reach` could count: what a run has not reached is printed. */
  everything(): Promise<readonly string[]>;
  /** Why this machine has no real judge. */
  missing(): Promise<string | undefined>;
  /** Starts both sides. @param seed of settings that last for the whole pair, for example an epoch */
  open(options: { judge: Judge; seed: number; reach: Reach }): Promise<Pair<Step>>;
  /** A pair is replaced by a new one after so many rounds. @default Infinity */
  roundsOfPair?: number;
};

/** A case in a file. */
export type JudgeCase = {
  generator: string;
  judge: Judge;
  seed: number;
  /** The seed of the pair's settings. */
  pairSeed?: number;
  steps: unknown[];
  difference?: Difference;
};
