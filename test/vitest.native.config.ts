import { realNodesSuite } from './vitest.shared.js';

/** Needs bitcoind, stacks-node and stacks-signer on PATH. */
export default realNodesSuite(['**/*.native.test.ts'], 2);
