import { expect, test } from 'vitest';
import { findRegressions, isWorse, type Judged } from './regression.js';

const judged = (name: string, ratio: number, low: number): Judged => ({ name, ratio, low, high: 2 });
const [start, confirm] = [judged('start', 1.3, 1.2), judged('confirm', 1.3, 1.2)];
const same = judged('start', 1, 0.9);

/** Plays repetitions, and counts them. */
async function judge(...repetitions: Judged[][]): Promise<{ regressions: string[]; ran: number }> {
  let ran = 0;
  const regressions = await findRegressions(async (repetition) => {
    ran++;
    expect(repetition).toBe(ran);
    return repetitions[repetition - 1] ?? [];
  });
  return { regressions, ran };
}

test('default: a figure is worse if it is more than 15 % above, and its interval is above 1', () => {
  expect(isWorse({ ratio: 1.16, low: 1.01, high: 1.3 })).toBe(true);
  expect(isWorse({ ratio: 1.15, low: 1.1, high: 1.2 })).toBe(false);
  expect(isWorse({ ratio: 1.4, low: 0.99, high: 2 })).toBe(false);
  expect(isWorse({ ratio: 0.5, low: 0.4, high: 0.6 })).toBe(false);
});

test('default: three repetitions that agree are a regression', async () => {
  expect(await judge([start], [start], [start])).toEqual({ regressions: ['start'], ran: 3 });
});

test('behavior: equal builds need one repetition', async () => {
  expect(await judge([same])).toEqual({ regressions: [], ran: 1 });
});

test('behavior: one repetition without the difference clears a figure', async () => {
  expect(await judge([start], [same])).toEqual({ regressions: [], ran: 2 });
  expect(await judge([start], [start], [same])).toEqual({ regressions: [], ran: 3 });
});

test('behavior: repetitions have to agree about the same figure', async () => {
  expect(await judge([start], [confirm])).toEqual({ regressions: [], ran: 2 });
  expect(await judge([start, confirm], [confirm], [confirm, start])).toEqual({ regressions: ['confirm'], ran: 3 });
});
