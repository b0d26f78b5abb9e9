import type { Known } from '../types.js';
import type { Step } from './steps.js';

/** Differences that are meant and show in random work only. Those of fixed calls are in `rpc/real/differences.ts` and `wallet/real/differences.ts`. */
export const known: readonly Known<Step>[] = [];
