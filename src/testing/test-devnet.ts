import type { Account, Devnet } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { type Funds, fundedAccount } from './funded-account.js';

/** How a test file uses its network. */
export type TestDevnetOptions = {
  /**
   * Keep the network's state before the first test, and go back to it after the last. Others who use the network meanwhile are taken
   * back, too: run the files one after another then. @default false
   */
  restore?: boolean | undefined;
};

/** The network of a test file. */
export type TestDevnet = {
  /** There from the first `beforeAll` of the file on. @throws DevnetError NOT_READY before */
  readonly devnet: Devnet;
  /** A new account with coins on both chains: tests that use their own do not get into each other's way. */
  account(funds?: Funds): Promise<Account>;
};

/** When the test runner lets something be done around the tests of a file. */
export type Hooks = { before(task: () => Promise<void>): void; after(task: () => Promise<void>): void };

/** @param open the network; it is closed after the last test */
export function createTestDevnet(open: () => Promise<Devnet>, { before, after }: Hooks, options: TestDevnetOptions = {}): TestDevnet {
  let opened: Devnet | undefined;
  let leave: (() => Promise<void>) | undefined;
  const devnet = (): Devnet => {
    if (opened === undefined) {
      throw new DevnetError('NOT_READY', 'the devnet is there from the first hook on, not while the file is read', {
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
