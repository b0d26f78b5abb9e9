import { after, before } from 'node:test';
import type { DevnetOptions } from '../config/start-options.js';
import { createTestDevnet, type TestDevnet, type TestDevnetOptions } from '../testing/test-devnet.js';

export type { Funds } from '../testing/funded-account.js';
export type { TestDevnet, TestDevnetOptions } from '../testing/test-devnet.js';

/** Which network a test file uses, and how. */
export type UseDevnetOptions = TestDevnetOptions & {
  /** Start a network of this file's own, with these options. @default the network of the run when there is one */
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
    if (own === undefined && process.env['DEVNET_URL']) return (await import('../connect.js')).connectDevnet();
    return (await import('../start.js')).startDevnet(own);
  };
  return createTestDevnet(open, { before: (task) => before(task), after: (task) => after(task) }, options);
}
