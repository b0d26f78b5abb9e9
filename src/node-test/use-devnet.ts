import { after, afterEach, before, beforeEach } from 'node:test';
import type { ResolvedConfig } from '../config/devnet-config.js';
import type { DevnetOptions } from '../config/start-options.js';
import { DevnetError } from '../error.js';
import { createTestDevnet, type Hooks, type TestDevnet, type TestDevnetOptions } from '../testing/test-devnet.js';

export type { Funds } from '../testing/funded-account.js';
export type { TestDevnet, TestDevnetOptions } from '../testing/test-devnet.js';

/** Which network a test file uses, and how. */
export type UseDevnetOptions = TestDevnetOptions & {
  /**
   * Start a network of this file's own, with exactly these options. @default the network of the run; without one, a network of this file as
   * the environment (`DEVNET_…`), `devnet.config.*` and a Clarinet project in the working directory or above describe it
   */
  own?: DevnetOptions | undefined;
};

/**
 * A network in a test file of `node --test`, to be called at its top. Files share the one of `stacks-devnet exec -- node --test`;
 * without it each file, which is a process, starts its own.
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
    if (process.env['DEVNET_URL']) return (await import('../connect.js')).connectDevnet();
    return (await import('../testing/run-network.js')).startRunNetwork({ cwd: process.cwd() }, process.env, checkCoverage);
  };
  const hooks: Hooks = {
    before: (task) => before(task),
    after: (task) => after(task),
    beforeEach: (task) => beforeEach(task),
    afterEach: (task) => afterEach(task),
  };
  return createTestDevnet(open, hooks, options);
}

/** `node --test` runs each file in a process, which has this variable. @throws DevnetError UNSUPPORTED if networks would overwrite each other's report */
function checkCoverage({ coverage }: ResolvedConfig): void {
  if (coverage === undefined || process.env['NODE_TEST_CONTEXT'] === undefined) return;
  const hint = `Share one network: stacks-devnet exec --coverage ${coverage} -- node --test`;
  const message = `coverage: the networks of several test files cannot write one report. ${hint}`;
  throw new DevnetError('UNSUPPORTED', message, { field: 'coverage', hint });
}
