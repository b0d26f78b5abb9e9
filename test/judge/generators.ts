import type { Generator } from './types.js';

/** Each is loaded when it is asked for. */
export const generators: Record<string, () => Promise<Generator>> = {};
