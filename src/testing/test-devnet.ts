import type { Account, Devnet } from '../devnet/types.js';
import { DevnetError, invalid } from '../error.js';
import { type Funds, fundedAccount } from './funded-account.js';
import { type IsolatedNetwork, isolated } from './isolated.js';

/** How a test file uses its network. */
export type TestDevnetOptions = {
  /**
   * Saves the network's state before the first test and restores it after the last. This affects other files that use the network at the
   * same time, so run the files one after another. @default false
   */
  restore?: boolean | undefined;
  /**
   * `test`: each test has a copy of the network, which ends with the test. What a hook before all tests does is in each copy. Embedded engine only, and
   * not for tests of a file that run at the same time. @default all tests of the file share the network
   */
  isolate?: 'test' | undefined;
};

/** The network of a test file. */
export type TestDevnet = {
  /** Available from the first `beforeAll` of the file on; in a test with `isolate`, its copy. @throws DevnetError NOT_READY before */
  readonly devnet: Devnet;
  /** Creates an account with coins on both chains, so that tests do not interfere with each other. */
  account(funds?: Funds): Promise<Account>;
};

/** The test runner's hooks before and after the tests of a file, and before and after each test. */
export type Hooks = Record<'before' | 'after' | 'beforeEach' | 'afterEach', (task: () => Promise<void>) => void>;

/** @param open the network; it is closed after the last test */
export function createTestDevnet(
  open: () => Promise<Devnet>,
  { before, after, beforeEach, afterEach }: Hooks,
  options: TestDevnetOptions = {},
): TestDevnet {
  checkOptions(options);
  let network: IsolatedNetwork | undefined;
  let leave: (() => Promise<void>) | undefined;
  const devnet = (): Devnet => {
    if (network === undefined) {
      throw new DevnetError('NOT_READY', 'the devnet is available in hooks and tests, not at the top of the file', {
        hint: 'Use it in tests and hooks.',
      });
    }
    return network.current();
  };
  before(async () => {
    const opened = await open();
    leave = await enter(opened, options);
    network = isolated(opened);
  });
  after(async () => {
    await leave?.();
  });
  if (options.isolate === 'test') {
    beforeEach(async () => network?.begin());
    afterEach(async () => network?.end());
  }
  return {
    get devnet() {
      return devnet();
    },
    account: async (funds) => fundedAccount(devnet(), funds),
  };
}

/** @throws DevnetError INVALID_INPUT */
export function checkOptions({ restore, isolate }: { restore?: boolean | undefined; isolate?: unknown }): TestDevnetOptions {
  if (isolate !== undefined && isolate !== 'test') throw invalid('isolate', "'test'", isolate);
  return { restore, isolate };
}

/** @returns what ends the use of the network: it goes back to where it was, if asked to, and is closed */
export async function enter(devnet: Devnet, { restore = false }: TestDevnetOptions): Promise<() => Promise<void>> {
  if (!restore) return devnet.close;
  const id = await devnet.snapshot();
  return async () => {
    try {
      await devnet.restore(id);
      await devnet.deleteSnapshot(id);
    } finally {
      await devnet.close();
    }
  };
}
