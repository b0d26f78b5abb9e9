import type { Generator } from './types.js';

/** Each kind of random work, by name. It is loaded when it is run. */
export const generators: Record<string, () => Promise<Generator<never>>> = {
  bitcoin: async () => (await (await import('./bitcoin/generator.js')).bitcoin()) as Generator<never>,
  stacks: async () => (await import('./stacks/generator.js')).stacks as Generator<never>,
  api: async () => (await import('./api/generator.js')).generator as Generator<never>,
  network: async () => (await import('./network/generator.js')).network() as Generator<never>,
};
