import type { Generator } from './types.js';

/** Each is loaded when it is asked for. */
export const generators: Record<string, () => Promise<Generator<never>>> = {
  bitcoin: async () => (await (await import('./bitcoin/generator.js')).bitcoin()) as Generator<never>,
  network: async () => (await import('./network/generator.js')).network() as Generator<never>,
};
