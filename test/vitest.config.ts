import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // Some need real nodes: vitest.native.config.ts, vitest.docker.config.ts. An example is run by a test, as its user would.
    exclude: [...configDefaults.exclude, '**/*.native.test.ts', '**/*.docker.test.ts', 'examples/*/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Enough for a busy machine, and before the test's own deadline, so that a failure shows what was last seen. vitest's is 1,000.
    expect: { poll: { timeout: 25_000 } },
    pool: 'forks',
    globalSetup: ['./fresh-build.ts', './temporary-folder.ts'],
    setupFiles: './own-temporary-folder.ts',
  },
});
