/**
 * What `require('stacks-devnet')` returns in a test file of Jest: the environment provides it, because Jest's `require` reads no
 * ES modules.
 */
module.exports = (globalThis as Record<symbol, unknown>)[Symbol.for('stacks-devnet.jest.module')];
