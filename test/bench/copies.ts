import os from 'node:os';
import { startDevnet } from 'stacks-devnet';
import { counter, runSuite } from '../suite-of-a-copy.js';
import { type Figure, measure } from './measure.js';

const COPIES = 16;
const STEPS = 20;

/** Measures further networks of a process and copies of one: how long they take, and what many at once cost each other. */
export async function copyFigures(): Promise<Figure[]> {
  await using devnet = await startDevnet({ ports: 'auto' });
  await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
  const clone = (name: string, goal: string, options: { ports?: boolean; gateway?: boolean }) =>
    measure(name, goal, 15, async () => {
      // The thread for the next copy starts meanwhile, as it does while a test runs.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const started = performance.now();
      const copy = await devnet.clone(options);
      const took = performance.now() - started;
      await copy.close();
      return took;
    });
  const suite = async (): Promise<number> => {
    await using copy = await devnet.clone({ gateway: false });
    const started = performance.now();
    await runSuite(copy, STEPS);
    return performance.now() - started;
  };
  const start = (name: string, options: { listen?: boolean }) =>
    measure(name, '', 15, async () => {
      const started = performance.now();
      const other = await startDevnet({ ports: 'auto', ...options });
      const took = performance.now() - started;
      await other.close();
      return took;
    });
  const alone = await measure('one suite on one copy', '', 5, suite);
  const share = (alone.median * COPIES) / os.availableParallelism();
  return [
    await start('another network in the same process', {}),
    await start('another network in the same process, without servers (listen: false)', { listen: false }),
    await clone('copy without ports', '≤ 40', { ports: false }),
    await clone('copy without a gateway', '≤ 40', { gateway: false }),
    await clone('copy', '≤ 40', {}),
    alone,
    await measure(
      `the slowest of ${COPIES} suites at once, by its share of the cores`,
      '≤ 1.5',
      3,
      async () => Math.max(...(await Promise.all(Array.from({ length: COPIES }, suite)))) / share,
      '',
    ),
    await measure(
      'resident memory after 1000 copies, minus that before',
      '≤ 20',
      1,
      () => growth(() => devnet.clone({ gateway: false })),
      'MiB',
    ),
  ];
}

async function growth(clone: () => Promise<{ close(): Promise<void> }>): Promise<number> {
  const repeat = async (count: number): Promise<number> => {
    for (let i = 0; i < count; i++) await (await clone()).close();
    globalThis.gc?.();
    return process.memoryUsage().rss / 2 ** 20;
  };
  const before = await repeat(100);
  return (await repeat(1_000)) - before;
}
