import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import type { DevnetOptions } from '../config/start-options.js';
import { DevnetError } from '../error.js';
import { createTestDevnet, type Hooks, type TestDevnet, type TestDevnetOptions } from '../testing/test-devnet.js';

export type { Funds } from '../testing/funded-account.js';
export type { TestDevnet, TestDevnetOptions } from '../testing/test-devnet.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The network of this run, of `stacks-devnet/vitest/setup`. */
    stacksDevnet: { url: string; controlKey: string | undefined };
  }
}

/** Which network a test file uses, and how. */
export type UseDevnetOptions = TestDevnetOptions & {
  /** Start a network of this file's own, with these options, in the file's worker. @default the network of the run */
  own?: DevnetOptions | undefined;
};

/**
 * The network of the run in a test file, to be called at its top; `globalSetup: ['stacks-devnet/vitest/setup']` starts it.
 * @example
 * const net = useDevnet();
 * test('a payment', async () => {
 *   const alice = await net.account();
 *   await net.devnet.faucet.stx(alice.stx.address);
 * });
 */
export function useDevnet({ own, ...options }: UseDevnetOptions = {}): TestDevnet {
  const open = async () => {
    if (own !== undefined) return (await import('../start.js')).startDevnet(own);
    const run = inject('stacksDevnet');
    if (run === undefined) {
      throw new DevnetError('NOT_READY', 'no network was started for this run', {
        hint: "Add globalSetup: ['stacks-devnet/vitest/setup'] to the test options of your Vitest configuration, or useDevnet({ own: {} }).",
      });
    }
    return (await import('../connect.js')).connectDevnet(run.url, { controlKey: run.controlKey });
  };
  const hooks: Hooks = {
    before: (task) => beforeAll(task),
    after: (task) => afterAll(task),
    beforeEach: (task) => beforeEach(task),
    afterEach: (task) => afterEach(task),
  };
  return createTestDevnet(open, hooks, options);
}
