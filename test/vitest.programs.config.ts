import { localSuite } from './vitest.shared.js';

/**
 * Tests together with what others wrote: a browser, Redis, bitcoind, electrs, LND, ord, Bitcoin Core's consensus library, test runners,
 * Clarinet's SDK. What is missing on a machine is skipped by name.
 */
export default localSuite(['**/*.programs.test.ts']);
