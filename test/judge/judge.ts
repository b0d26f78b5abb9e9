import fc from 'fast-check';
import type { Reach } from './reach.js';
import { shrink } from './shrink.js';
import type { Difference, Generator, Judge, JudgeCase, Known, Pair } from './types.js';

export type Options = {
  judge: Judge;
  seed: number;
  /** How long new rounds begin. */
  seconds: number;
  reach: Reach;
  /** Shrinking one difference takes at most this long. @default 180 */
  shrinkSeconds?: number;
  /** Ends with the first difference. @default false */
  first?: boolean;
  /** Whether the steps of known differences are played, too. @default true */
  checksKnown?: boolean;
  /** Ends the run after the play that goes on, so that both sides are closed. */
  signal?: AbortSignal;
  /** These steps are played before random ones. */
  cases?: readonly JudgeCase[];
  /** Is told each difference that no entry of the list of known ones covers, once for each kind. */
  onFound?(found: Found): void;
};

/** What a difference is about if a side answered no more. */
export const BROKEN = 'a side that broke';

/** A difference of one kind, with the shortest steps that show it. */
export type Found = JudgeCase & { difference: Difference; rounds: number };

export type Report = {
  rounds: number;
  found: readonly Found[];
  /** Known differences that were met, and how often. */
  met: ReadonlyMap<string, number>;
  /** Known differences that their own steps do not show any more. */
  gone: readonly string[];
  /** When the last difference of a new kind was found, in seconds after the start. */
  lastFoundAfter: number | undefined;
};

/** Plays rounds of random steps on both sides until the time is over, and shrinks what differs. */
export async function runJudge<Step>(generator: Generator<Step>, options: Options): Promise<Report> {
  const { judge, seed, seconds, reach, shrinkSeconds = 180, first = false, checksKnown = true, signal, cases = [], onFound } = options;
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  const met = new Map<string, number>();
  const found: Found[] = [];
  const gone: string[] = [];
  let lastFoundAfter: number | undefined;
  let rounds = 0;
  let pair: Pair<Step> | undefined;
  let roundsOfPair = 0;
  let pairSeed = seed;
  let lastRound = -1;
  const listed = generator.known.filter(({ judges = ['real'] }) => judges.includes(judge));

  const openPair = async (): Promise<Pair<Step>> => {
    const isNewRound = lastRound !== rounds;
    lastRound = rounds;
    const given = cases[rounds]?.pairSeed;
    const fits = given === undefined || given === pairSeed;
    if (pair !== undefined && fits && roundsOfPair++ < (generator.roundsOfPair ?? Number.POSITIVE_INFINITY)) return pair;
    await closePair();
    roundsOfPair = 1;
    // Shrinking goes on with the settings that showed the difference.
    if (isNewRound) pairSeed = given ?? seed + rounds;
    pair = await generator.open({ judge, seed: pairSeed, reach });
    return pair;
  };
  const closePair = async () => {
    const last = pair;
    pair = undefined;
    await last?.[Symbol.asyncDispose]();
  };
  const coveredBy = (difference: Difference, step: Step): Known<Step> | undefined => listed.find((known) => known.covers(difference, step));
  /** The first difference that counts. A side that breaks is one, too. */
  const firstDifference = async (
    steps: readonly Step[],
    counts: (difference: Difference, step: Step) => boolean,
    endsWithParts = true,
  ): Promise<Difference | undefined> => {
    const current = await openPair();
    try {
      for await (const difference of current.play(steps)) {
        const step = steps[difference.step] as Step;
        if (counts(difference, step)) return difference;
        if (endsWithParts && coveredBy(difference, step)?.parts?.(difference) === true) return undefined;
      }
      return undefined;
    } catch (error) {
      await closePair().catch(() => undefined);
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const difference = { step: steps.length - 1, about: BROKEN, path: firstLine(message), ours: message, judge: 'answers' };
      return counts(difference, steps.at(-1) as Step) ? difference : undefined;
    }
  };
  const isNews = (difference: Difference, step: Step): boolean => {
    const known = coveredBy(difference, step);
    if (known !== undefined) met.set(known.name, (met.get(known.name) ?? 0) + 1);
    return known === undefined;
  };

  try {
    for (const known of checksKnown ? listed : []) {
      if (signal?.aborted === true) break;
      if (known.shownBy.length === 0 || known.pairs?.(seed) === false) continue;
      const isShown = await firstDifference(known.shownBy, (difference, step) => known.covers(difference, step), false);
      if (isShown === undefined) gone.push(known.name);
    }
    for (; signal?.aborted !== true && (rounds < cases.length || elapsed() < seconds); rounds++) {
      const steps = (cases[rounds]?.steps ?? stepsOf(generator, seed + rounds)) as readonly Step[];
      const difference = await firstDifference(steps, isNews);
      if (difference === undefined) continue;
      const same = found.find((other) => kindOf(other.difference) === kindOf(difference));
      if (same !== undefined) {
        same.rounds++;
        continue;
      }
      lastFoundAfter = elapsed();
      const fails = async (candidate: readonly Step[]) => {
        // Shorter steps that differ by chance before are no form of this one.
        const other = await firstDifference(candidate, (one, step) => coveredBy(one, step) === undefined);
        return other !== undefined && kindOf(other) === kindOf(difference);
      };
      const deadline = performance.now() + shrinkSeconds * 1_000;
      const shortest = await shrink(
        steps.slice(0, difference.step + 1),
        fails,
        () => performance.now() < deadline && signal?.aborted !== true,
      );
      const shown = (await firstDifference(shortest, (other) => kindOf(other) === kindOf(difference))) ?? difference;
      found.push({ generator: generator.name, judge, seed: seed + rounds, pairSeed, steps: [...shortest], difference: shown, rounds: 1 });
      onFound?.(found.at(-1) as Found);
      if (first) break;
    }
  } finally {
    await closePair();
  }
  return { rounds, found, met, gone, lastFoundAfter };
}

/** The steps of a round: the same seed makes the same steps. */
export function stepsOf<Step>({ step, steps }: Generator<Step>, seed: number): Step[] {
  return fc.sample(fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }), { seed, numRuns: 1 })[0] as Step[];
}

function kindOf({ about, path }: Difference): string {
  return `${about} ${path}`;
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/\d+/g, 'N');
}
