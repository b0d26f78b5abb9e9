import type { Result } from './table.js';

/** What the node leaves out, and by which decision. */
export const exclusions: Readonly<Record<string, string>> = {};

/** Returns the class of a script that needs what the node leaves out. */
export function exclusionOf(_result: Result): string | undefined {
  return undefined;
}
