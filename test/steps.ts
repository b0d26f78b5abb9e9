import { Session } from 'node:inspector/promises';

/*
 * V8 counts the blocks only of functions that it compiles from now on: a test imports this module before all others, by an
 * import without names, which keeps its place.
 */
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * How often the functions and blocks of our own code ran during a call, as V8 counts them. Unlike a time it is the same on
 * every machine, however busy. What native functions do (to copy an array, to compare strings) is not in it.
 */
export async function stepsOf(run: () => unknown): Promise<number> {
  // Some counters are made when a function runs for the first time.
  run();
  await session.post('Profiler.takePreciseCoverage');
  run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/dist/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
