module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/*.spec.cjs'],
  globalSetup: 'stacks-devnet/jest/setup',
  globalTeardown: 'stacks-devnet/jest/teardown',
  testEnvironment: 'stacks-devnet/jest',
  testTimeout: 30_000,
};
