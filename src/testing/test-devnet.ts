import type { Account, Devnet } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { type Funds, fundedAccount } from './funded-account.js';

/** How a test file uses its network. */
export type TestDevnetOptions = {
  /**
   * Saves the network's state before the first test and restores it after the last. This affects other files that use the network at the
   * same time, so run the files one after another. @default false
   */
  restore?: boolean | undefined;
};

/** The network of a test file. */
export type TestDevnet = {
  /** Available from the first `beforeAll` of the file on. @throws DevnetError NOT_READY before */
  readonly devnet: Devnet;
  /** Creates an account with coins on both chains, so that tests do not interfere with each other. */
  account(funds?: Funds): Promise<Account>;
};

/** The test runner's hooks before and after the tests of a file. */
export type Hooks = { before(task: () => Promise<void>): void; after(task: () => Promise<void>): void };

/** @param open the network; it is closed after the last test */
export function createTestDevnet(open: () => Promise<Devnet>, { before, after }: Hooks, options: TestDevnetOptions = {}): TestDevnet {
  let opened: Devnet | undefined;
  let leave: (() => Promise<void>) | undefined;
  const devnet = (): Devnet => {
    if (opened === undefined) {
      throw new DevnetError('NOT_READY', 'the devnet is available in hooks and tests, not at the top of the file', {
        hint: 'Use it in tests and hooks.',
      });
    }
    return opened;
  };
  before(async () => {
    opened = await open();
    leave = await enter(opened, options);
  });
  after(async () => {
    await leave?.();
  });
  return {
    get devnet() {
      return devnet();
    },
    account: async (funds) => fundedAccount(devnet(), funds),
  };
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
