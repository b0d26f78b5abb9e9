import type { Known } from '../types.js';
import type { Step } from './steps.js';

/** Differences that are meant. */
export const known: readonly Known<Step>[] = [];
