import type { Known } from '../types.js';
import type { Step } from './steps.js';

export const KNOWN: readonly Known<Step>[] = [];
