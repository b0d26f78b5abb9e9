import { localSuite } from './vitest.shared.js';

/** The tests that depend on the version of Node. `.ci/run` runs them on every supported version, the others on the lowest one. */
export default localSuite([
  // the bundle, and the command line with its signals
  '*.test.ts',
  'cli/**/*.test.ts',
  'config/sources.test.ts',
  'devnet/process.test.ts',
  // processes and sockets
  'engines/real-nodes/launch/native/*.test.ts',
  'node/bitcoin/http/*.test.ts',
  'system/**/*.test.ts',
  // worker threads and their memory
  'node/stacks/clarity/thread.test.ts',
  // the requested contract
  'e2e/requested-contract.test.ts',
  // vitest, jest and node:test
  'examples/*.test.ts',
  'testing/*.test.ts',
]);
