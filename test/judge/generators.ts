import type { Generator } from './types.js';

/** Each kind of random work, by name. It is loaded when it is run. */
export const generators: Record<string, () => Promise<Generator>> = {
  api: async () => (await import('./api/generator.js')).generator as Generator,
};
