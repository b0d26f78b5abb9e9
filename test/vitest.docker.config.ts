import { defineConfig } from 'vitest/config';

/** Tests with containers: an engine must answer, and images of the nodes be there. One network at a time: each takes a core. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.docker.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    globalSetup: ['./fresh-build.ts', './temporary-folder.ts'],
    setupFiles: './own-temporary-folder.ts',
    fileParallelism: false,
  },
});
