import { realNodesSuite } from './vitest.shared.js';

/** Needs a container engine, and images of bitcoind, stacks-node and stacks-signer. */
export default realNodesSuite(['**/*.docker.test.ts'], 1);
