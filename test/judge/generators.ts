import type { Generator } from './types.js';

/** Each is loaded when it is asked for. */
export const generators: Record<string, () => Promise<Generator>> = {
  stacks: async () => (await import('./stacks/generator.js')).stacks as Generator,
};
