import { defineConfig } from 'vitest/config';

/** Tests with real nodes: bitcoind, stacks-node and stacks-signer must be on PATH. One network at a time: each takes a core. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.native.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    globalSetup: ['./fresh-build.ts', './temporary-folder.ts'],
    setupFiles: './own-temporary-folder.ts',
    fileParallelism: false,
  },
});
