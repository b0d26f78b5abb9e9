import { localSuite } from './vitest.shared.js';

/**
 * Tests of load, of long work, of memory, and of what takes many processes or waits. `.ci/run` runs them; `npm test` has a quick test of the
 * same behaviour where there is one.
 */
export default localSuite(['**/*.long.test.ts']);
