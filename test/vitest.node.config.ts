import { localSuite } from './vitest.shared.js';

/** The tests that depend on the version of Node. `.ci/run` runs them on every supported version, the others on the lowest one. */
export default localSuite(
  [
    // the bundle, and the command line with its signals
    '*.test.ts',
    'cli/**/*.test.ts',
    'project/config/sources.test.ts',
    'network/devnet/process.long.test.ts',
    // processes and sockets
    'engines/real-nodes/launch/native/*.test.ts',
    'bitcoin/node/http/*.test.ts',
    'platform/node/**/*.test.ts',
    // hooks of the loader
    'clients/simnet/register.programs.test.ts',
    // worker threads and their memory
    'stacks/node/clarity/thread.long.test.ts',
    // the requested contract
    'e2e/requested-contract.test.ts',
    // vitest, jest and node:test
    'examples/*.test.ts',
    'clients/testing/*.test.ts',
  ],
  [
    // what commands write: starters, types, states, mutants
    'cli/{init,init-simnet,mutate}.programs.test.ts',
    'cli/{contract-types,pool,state-file}.long.test.ts',
    // what commands say: words, pages of the docs, completions
    'cli/printed/**',
    'cli/{batch,completion,contracts,docs,keys,mutate-arguments,summary,usage}.test.ts',
    'examples/mutation.programs.test.ts',
    // a network in a page knows no Node
    'examples/browser-mode.programs.test.ts',
  ],
);
