import { vitestSetupFilePath } from '@stacks/clarinet-sdk/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: ['stacks-devnet/vitest/setup'], // starts the network
    setupFiles: ['stacks-devnet/simnet/setup', vitestSetupFilePath], // in the place of environment: 'clarinet'
    maxWorkers: 1, // all files share the network
    isolate: false,
    testTimeout: 60_000,
  },
});
