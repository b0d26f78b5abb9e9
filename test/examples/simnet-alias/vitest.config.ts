import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    alias: { '@stacks/clarinet-sdk': 'stacks-devnet/simnet' },
  },
});
