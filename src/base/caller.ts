import { DevnetError } from './error.js';

/** Where a function of the public API was called. */
export type Caller = {
  /**
   * Adds the caller's frames to the stack of a DevnetError that has none of them, because a queue or a timer threw it. @returns the error
   */
  addTo(error: unknown): unknown;
};

/** @param below the function whose caller is wanted */
export function callerOf(below: (...args: never[]) => unknown): Caller {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, below);
  return {
    addTo(error) {
      if (!(error instanceof DevnetError) || error.stack === undefined) return error;
      const { stack } = error;
      const frames = (trace.stack ?? '').split('\n').slice(1);
      const [nearest] = frames;
      // Awaited frames have the same place, in other words.
      const place = nearest?.match(/\(?([^\s(]+:\d+:\d+)\)?$/)?.[1];
      if (place !== undefined && !stack.includes(place)) error.stack = [stack, ...frames].join('\n');
      return error;
    },
  };
}
