import { expect, test } from 'vitest';
import { createDeadline } from '#dist/tools/mutation/deadline.js';
import type { CommandResult } from '#dist/tools/mutation/run-command.js';

/** Tests that take so long, and the deadlines that they had. */
function tests(durationMs: number, status = 0) {
  const deadlines: number[] = [];
  const run = async (timeoutMs: number): Promise<CommandResult> => {
    deadlines.push(timeoutMs);
    const isTimeout = durationMs > timeoutMs;
    return { status: isTimeout ? undefined : status, isTimeout, durationMs: Math.min(durationMs, timeoutMs), output: '' };
  };
  return { run, deadlines };
}

test('default: ten seconds, and three times what the suite takes', async () => {
  const deadline = createDeadline(undefined, 20_000);
  const [mutant, control] = [tests(69_000, 1), tests(20_000)];
  expect(await deadline.keep(mutant.run, control.run)).toMatchObject({ status: 1, isTimeout: false });
  expect([mutant.deadlines, control.deadlines]).toEqual([[70_000], []]);
});

test('behavior: a mutant that never ends times out, after the tests without it did not', async () => {
  const deadline = createDeadline(undefined, 20_000);
  const [mutant, control] = [tests(Number.POSITIVE_INFINITY), tests(20_000)];
  expect(await deadline.keep(mutant.run, control.run)).toMatchObject({ isTimeout: true });
  expect([mutant.deadlines, control.deadlines]).toEqual([[70_000], [700_000]]);
});

test('behavior: on a machine that has become slower, the deadline is later for all', async () => {
  const deadline = createDeadline(undefined, 20_000);
  const [mutant, control] = [tests(100_000), tests(90_000)];
  expect(await deadline.keep(mutant.run, control.run)).toMatchObject({ status: 0, isTimeout: false });
  expect(mutant.deadlines).toEqual([70_000, 280_000]);
  expect(deadline.ms).toBe(280_000);
});

test('behavior: a deadline of the user stays', async () => {
  const deadline = createDeadline(5_000, 20_000);
  const [mutant, control] = [tests(6_000), tests(6_000)];
  expect(await deadline.keep(mutant.run, control.run)).toMatchObject({ isTimeout: true });
  expect([mutant.deadlines, control.deadlines]).toEqual([[5_000], []]);
});
