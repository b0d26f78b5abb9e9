module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/*.spec.cjs'],
  globalSetup: './devnet.setup.mjs',
  globalTeardown: 'stacks-devnet/jest/teardown',
  testEnvironment: 'stacks-devnet/jest',
  testTimeout: 30_000,
};
