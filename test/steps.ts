import { execFile } from 'node:child_process';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What is counted for one input, and for one that is four times as large. */
export type Growth = { name: string; small: number; large: number };

/**
 * Counts how often the functions and blocks of our own code run, as V8 counts them. Unlike a time it is the same on every machine,
 * however busy. What native functions do (to copy an array, to compare strings) is not in it.
 *
 * V8 counts the blocks only of functions that it compiles after it was told to: `program` runs in a process of its own. It
 * imports what it measures after `startCounting`.
 */
export async function growthsOf(program: URL): Promise<Growth[]> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', fileURLToPath(program)]);
  return JSON.parse(stdout);
}

/** Begins to count. Only a program of `growthsOf` calls it, before it imports what it measures. */
export async function startCounting(): Promise<(run: () => unknown) => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async (measured) => {
    // Some counters are made when a function runs for the first time.
    measured();
    await session.post('Profiler.takePreciseCoverage');
    measured();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/dist/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
}

/** What a program of `growthsOf` ends with. */
export function report(growths: Growth[]): void {
  console.log(JSON.stringify(growths));
}
