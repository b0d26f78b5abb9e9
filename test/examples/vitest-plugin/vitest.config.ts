import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: ['stacks-devnet/vitest/setup'], // one network for the whole run
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
