import { localSuite } from './vitest.shared.js';

/** Everything that needs no real nodes. */
export default localSuite(['**/*.test.ts']);
