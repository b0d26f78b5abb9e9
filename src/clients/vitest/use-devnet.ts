import * as vitest from 'vitest';
import { DevnetError } from '../../base/error.js';
import type { DevnetOptions } from '../../project/config.js';
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
 * The network of the run in a test file, or a copy of it for each test. Call it at the top of the file;
 * `globalSetup: ['stacks-devnet/vitest/setup']` starts the network.
 * @example
 * const net = useDevnet({ per: 'test' });
 * test.concurrent('a payment', async () => {
 *   const alice = await net.account();
 *   await net.devnet.faucet.stx(alice.stx.address);
 * });
 */
export function useDevnet({ own, ...options }: UseDevnetOptions = {}): TestDevnet {
  const open = async () => {
    if (own !== undefined) return { devnet: await (await import('../../start/start-devnet.js')).startDevnet(own), isShared: false };
    const run = vitest.inject('stacksDevnet');
    if (run === undefined) {
      const hint =
        "Add globalSetup: ['stacks-devnet/vitest/setup'] to the test options of your Vitest configuration, or useDevnet({ own: {} }).";
      throw new DevnetError('NOT_READY', `no network was started for this run. ${hint}`, { hint });
    }
    const { connectDevnet } = await import('../../start/connect.js');
    return { devnet: await connectDevnet(run.url, { controlKey: run.controlKey }), isShared: true };
  };
  // Vitest has it since 4.1.
  const { aroundEach } = vitest as Partial<typeof vitest>;
  const hooks: Hooks = {
    before: (task) => vitest.beforeAll(task),
    after: (task) => vitest.afterAll(task),
    around: aroundEach && ((task) => aroundEach((test) => task(test))),
    beforeEach: (task) => vitest.beforeEach(({ task: test }) => task(test)),
    afterEach: (task) => vitest.afterEach(({ task: test }) => task(test)),
    ambiguous: 'test.concurrent needs Vitest 4.1 or later.',
  };
  return createTestDevnet(open, hooks, options);
}
