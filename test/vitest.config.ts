import { localSuite } from './vitest.shared.js';

/** What needs neither real nodes nor programs of others, nor takes long. */
export default localSuite(['**/*.test.ts'], ['**/*.programs.test.ts', '**/*.long.test.ts']);
