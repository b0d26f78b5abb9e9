import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // They need real nodes: vitest.native.config.ts, vitest.docker.config.ts.
    exclude: [...configDefaults.exclude, '**/*.native.test.ts', '**/*.docker.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
