import { mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** The tests of the Stacks node's robustness at full length: minutes instead of seconds. */
export default mergeConfig(base, { test: { env: { STRESS: '1' } } });
