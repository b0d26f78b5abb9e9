import { after, afterEach, before, beforeEach } from 'node:test';
import { ownCommand } from '#platform/own-command.js';
import { DevnetError } from '../../base/error.js';
import type { DevnetOptions, ResolvedConfig } from '../../project/config.js';
import { coverageFolderVariable } from '../../project/config.js';
import { createTestDevnet, type FileDevnet, type Hooks, type TestDevnetOptions } from '../testing/test-devnet.js';

export type { Funds } from '../testing/funded-account.js';
export type { FileDevnet, TestDevnet, TestDevnetOptions } from '../testing/test-devnet.js';

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
 * With `per: 'test'` each test has a copy; tests that run at the same time get theirs by `net.of(t)`.
 * @example
 * const net = useDevnet({ per: 'test' });
 * describe('payments', { concurrency: true }, () => {
 *   it('pays', async (t) => {
 *     const { devnet, account } = net.of(t);
 *     const alice = await account();
 *     await devnet.faucet.stx(alice.stx.address);
 *   });
 * });
 */
export function useDevnet({ own, ...options }: UseDevnetOptions = {}): FileDevnet {
  const open = async () => {
    if (own !== undefined) return { devnet: await (await import('../../start/start-devnet.js')).startDevnet(own), isShared: false };
    if (process.env['DEVNET_URL']) return { devnet: await (await import('../../start/connect.js')).connectDevnet(), isShared: true };
    const { startRunNetwork } = await import('../testing/run-network.js');
    return { devnet: await startRunNetwork({ cwd: process.cwd() }, process.env, checkCoverage), isShared: false };
  };
  const hooks: Hooks = {
    before: (task) => before(task),
    after: (task) => after(task),
    // Node passes the same object to the test. Its types say that hooks get none.
    beforeEach: (task) => beforeEach(((test: object) => task(test)) as () => Promise<void>),
    afterEach: (task) => afterEach(((test: object) => task(test)) as () => Promise<void>),
    ambiguous: 'Pass the context of the test: net.of(t).devnet.',
    early:
      'Use it in tests and hooks. node:test runs before() at the top of a file at once, without waiting for the network: ' +
      'put that hook into a describe(), or use beforeEach().',
  };
  return createTestDevnet(open, hooks, options);
}

/**
 * `node --test` runs each file in a process, which has this variable. @throws DevnetError UNSUPPORTED if networks would overwrite each
 * other's report
 */
function checkCoverage({ coverage }: ResolvedConfig): void {
  if (coverage === undefined || process.env['NODE_TEST_CONTEXT'] === undefined || process.env[coverageFolderVariable]) return;
  const hint = `Share one network: ${ownCommand(`exec --coverage ${coverage} -- node --test`)}`;
  const message = `coverage: the networks of several test files cannot write one report. ${hint}`;
  throw new DevnetError('UNSUPPORTED', message, { field: 'coverage', hint });
}
