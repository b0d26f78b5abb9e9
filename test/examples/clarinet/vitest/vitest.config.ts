import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname, // Clarinet.toml is found in this folder or above
    globalSetup: ['stacks-devnet/vitest/setup'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
