import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // The first boot of real nodes, and the blocks of the docker engine on a busy machine.
    hookTimeout: 300_000,
    testTimeout: 60_000,
  },
});
