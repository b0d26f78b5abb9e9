import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    environment: 'jsdom',
    globalSetup: ['stacks-devnet/vitest/setup'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
