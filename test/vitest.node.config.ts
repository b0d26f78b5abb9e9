import { localSuite } from './vitest.shared.js';

/** The tests that depend on the version of Node. `.ci/run` runs them on every supported version, the others on the lowest one. */
export default localSuite([
  // the bundle, and the command line with its signals
  '*.test.ts',
  'cli/**/*.test.ts',
  'project/config/sources.test.ts',
  'network/devnet/process.long.test.ts',
  // processes and sockets
  'engines/real-nodes/launch/native/*.test.ts',
  'bitcoin/node/http/*.test.ts',
  'platform/node/**/*.test.ts',
  // worker threads and their memory
  'stacks/node/clarity/thread.long.test.ts',
  // the requested contract
  'e2e/requested-contract.test.ts',
  // vitest, jest and node:test
  'examples/*.test.ts',
  'clients/testing/*.test.ts',
]);
