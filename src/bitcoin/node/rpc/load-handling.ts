import type { Handling } from './handling.js';

/** Loads all methods. */
export async function loadHandling(): Promise<Handling> {
  const { createHandling } = await import('./handling.js');
  return createHandling();
}
