import { localSuite } from './vitest.shared.js';

/** What needs neither real nodes nor programs of others. */
export default localSuite(['**/*.test.ts'], ['**/*.programs.test.ts']);
