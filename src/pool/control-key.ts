import { randomBytes } from 'node:crypto';

/** Creates a key that nobody guesses. */
export function newControlKey(): string {
  return randomBytes(24).toString('base64url');
}
