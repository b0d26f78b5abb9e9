import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runJudge, stepsOf } from './judge.js';
import { Reach } from './reach.js';
import { shrink } from './shrink.js';
import type { Difference, Generator, Known } from './types.js';

type Step = { add: number } | { look: true };

/** A counter that is wrong from 100 on, and one that is right. */
function counter(known: Known<Step>[] = [], isRight = false): Generator<Step> & { opened: number; closed: number } {
  const self: Generator<Step> & { opened: number; closed: number } = {
    opened: 0,
    closed: 0,
    name: 'counter',
    step: fc.oneof(fc.record({ add: fc.nat(50) }), fc.record({ look: fc.constant(true as const) })),
    steps: 30,
    known,
    everything: async () => ['look', 'add', 'never'],
    missing: async () => undefined,
    open: async ({ reach }) => {
      self.opened++;
      return {
        async *play(steps): AsyncGenerator<Difference> {
          let sum = 0;
          for (const [step, given] of steps.entries()) {
            if ('add' in given) sum += given.add;
            reach.count('add' in given ? 'add' : 'look', false);
            if (sum >= 1_000) throw new Error(`broke at step ${step}`);
            const ours = sum >= 100 && !isRight ? sum + 1 : sum;
            if ('look' in given && ours !== sum) yield { step, about: 'look', path: 'sum', ours, judge: sum };
          }
        },
        [Symbol.asyncDispose]: async () => {
          self.closed++;
        },
      };
    },
  };
  return self;
}

const options = { judge: 'real' as const, seed: 1, seconds: 3_600, first: true };

test('default: a difference is found, shrunk to the shortest steps, and repeated by them', async () => {
  const generator = counter();
  const reach = new Reach();
  const { found, rounds } = await runJudge(generator, { ...options, reach });
  expect(found).toMatchObject([{ generator: 'counter', difference: { about: 'look', path: 'sum', step: 3 }, rounds: 1 }]);
  // At most 50 at once: two additions, and the third of at least 1 or another of 50 with rests.
  const [{ steps }] = found as unknown as [{ steps: Step[] }];
  expect(steps.at(-1)).toHaveProperty('look');
  expect(steps).toHaveLength(4);
  const again = await runJudge(generator, {
    ...options,
    seconds: 0,
    reach,
    cases: [{ generator: 'counter', judge: 'real', seed: 0, steps }],
  });
  expect(again.found).toMatchObject([{ difference: { about: 'look' } }]);
  expect([rounds, again.rounds]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(reach.table(['look', 'add', 'never']).unreached).toEqual(['never']);
  expect(generator.closed).toBe(generator.opened);
});

test('behavior: the same seed makes the same steps, another one others', () => {
  const generator = counter();
  expect(stepsOf(generator, 7)).toEqual(stepsOf(generator, 7));
  expect(stepsOf(generator, 7)).not.toEqual(stepsOf(generator, 8));
});

test('behavior: a known difference is passed over; one that is gone is reported', async () => {
  const sum: Known<Step> = {
    name: 'the sum',
    reason: 'on purpose',
    covers: ({ about }) => about === 'look',
    shownBy: [{ add: 100 }, { look: true }],
  };
  const reach = new Reach();
  const met = await runJudge(counter([sum]), { ...options, seconds: 0.2, reach });
  expect(met).toMatchObject({ found: [], gone: [] });
  expect(met.met.get('the sum')).toBeGreaterThan(0);
  expect(await runJudge(counter([sum], true), { ...options, seconds: 0, reach })).toMatchObject({ gone: ['the sum'] });
  // It says nothing about the judge that it is not for.
  expect(await runJudge(counter([sum], true), { ...options, judge: 'self', seconds: 0, reach })).toMatchObject({ gone: [] });
});

test('error: a side that breaks is a difference, and the next round has another one', async () => {
  const generator = counter();
  const steps = [{ look: true }, { add: 1_000 }];
  const cases = [1, 2].map((seed) => ({ generator: 'counter', judge: 'real' as const, seed, steps }));
  const { found } = await runJudge(generator, { ...options, first: false, seconds: 0, reach: new Reach(), cases });
  expect(found).toMatchObject([{ steps: [{ add: 1_000 }], difference: { about: 'a side that broke' }, rounds: 2 }]);
  expect(generator.closed).toBe(generator.opened);
});

test('behavior: shrinking leaves out steps and makes values simpler, and ends when it must', async () => {
  const list = Array.from({ length: 40 }, (_, at) => ({ at, text: `text ${at}`, list: [at, at] }));
  const fails = async (steps: readonly { at?: number; list?: number[] }[]) =>
    steps.some(({ at }) => at === 7) && steps.some((step) => step.list?.includes(30) === true);
  expect(await shrink(list, fails)).toEqual([{ at: 7 }, { list: [30] }]);
  let attempts = 0;
  expect(await shrink(list, fails, () => attempts++ < 1)).toHaveLength(40);
});
