import { DevnetError } from '../../base/error.js';

/** Returns a function that throws: a browser has no such thing. */
export function absent(what: string): (...args: unknown[]) => never {
  return () => {
    throw new DevnetError('UNSUPPORTED', `a browser has no ${what}`);
  };
}
