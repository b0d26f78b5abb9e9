import { randomBytes } from 'node:crypto';

/** Creates a key or password that nobody guesses. */
export function newKey(): string {
  return randomBytes(24).toString('base64url');
}
