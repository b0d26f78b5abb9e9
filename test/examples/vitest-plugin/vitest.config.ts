import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // One network for the whole run. DEVNET_… variables and devnet.config.* say what kind of one.
    globalSetup: ['stacks-devnet/vitest/setup'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
