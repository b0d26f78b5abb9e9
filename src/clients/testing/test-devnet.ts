import { DevnetError, invalid } from '../../base/error.js';
import { unknownName } from '../../base/unknown-name.js';
import type { Account } from '../../network/data.js';
import type { Devnet } from '../../network/types.js';
import { type Funds, fundedAccount } from './funded-account.js';
import { createTestNetworks, type TestNetworks } from './test-networks.js';

/** How a test file uses its network. */
export type TestDevnetOptions = {
  /**
   * Who has a network. `test`: each test a copy of the file's network, with everything that hooks before all tests did. Tests can run at
   * the same time.
   * `file`: the file a copy of the run's network. `run`: all files share one network. Copies need the embedded engine. @default 'run'
   */
  per?: 'test' | 'file' | 'run' | undefined;
  /**
   * Saves the network's state before the first test and restores it after the last. This affects other files that use the network at the
   * same time, so run the files one after another. Only with `per: 'run'`. @default false
   */
  restore?: boolean | undefined;
};

/** The network of a test file. */
export type TestDevnet = {
  /**
   * The network of the test that asks. Available from the first `beforeAll` of the file on, where it is the network of the file.
   * @throws DevnetError NOT_READY before, and if several tests run and the test runner does not say which one asks
   */
  readonly devnet: Devnet;
  /** Creates an account with coins on both chains, so that tests do not interfere with each other. */
  account(funds?: Funds): Promise<Account>;
};

/** The network that a file begins with. */
export type OpenedNetwork = {
  devnet: Devnet;
  /** Whether other files use it, too. */
  isShared: boolean;
};

/** The test runner's hooks. */
export type Hooks = {
  before(task: () => Promise<void>): void;
  after(task: () => Promise<void>): void;
  /**
   * Lets a task run each test, its hooks included. @default `beforeEach` and `afterEach`, so that `current` knows the test only while no
   * other one runs
   */
  around?: ((task: (test: () => Promise<void>) => Promise<void>) => void) | undefined;
  beforeEach(task: (test: object) => Promise<void>): void;
  afterEach(task: (test: object) => Promise<void>): void;
  /** What to do where a test asks for its network and the hooks do not say which test. */
  ambiguous: string;
  /** What to do where the file asks before the network is open. @default to use it in tests and hooks */
  early?: string | undefined;
};

/** A test file's network, and those of its tests. */
export type FileDevnet = TestDevnet & { of(test: object): TestDevnet };

/** @param open the network; it is closed after the last test */
export function createTestDevnet(open: () => Promise<OpenedNetwork>, hooks: Hooks, options: TestDevnetOptions = {}): FileDevnet {
  const { per } = checkOptions(options);
  let entered: Entered | undefined;
  const networks = (): TestNetworks => {
    if (entered === undefined) {
      const hint = hooks.early ?? 'Use it in tests and hooks, not at the top of the file.';
      throw new DevnetError('NOT_READY', `the devnet is not open yet. ${hint}`, { hint });
    }
    return entered.networks;
  };
  hooks.before(async () => {
    entered = await enter(await open(), options, hooks.ambiguous);
  });
  hooks.after(async () => entered?.leave());
  if (per === 'test') {
    if (hooks.around !== undefined) hooks.around((test) => networks().run(test));
    else {
      hooks.beforeEach((test) => networks().begin(test));
      hooks.afterEach((test) => networks().end(test));
    }
  }
  return Object.assign(
    viewOf(() => networks().current()),
    {
      of(test: object) {
        if (per !== 'test') throw invalid('per', "'test', which of() needs", per);
        return viewOf(() => networks().of(test));
      },
    },
  );
}

/** @param network that of the test that asks */
export function viewOf(network: () => Devnet): TestDevnet {
  return {
    get devnet() {
      return network();
    },
    account: async (funds) => fundedAccount(network(), funds),
  };
}

const KNOWN = ['per', 'restore'] as const;
const PER: readonly unknown[] = ['test', 'file', 'run'];

/** @throws DevnetError INVALID_INPUT */
export function checkOptions(options: { [Name in keyof TestDevnetOptions]: unknown }): TestDevnetOptions {
  const unknown = Object.keys(options).find((name) => !KNOWN.some((known) => known === name));
  if (unknown !== undefined) throw unknownName(unknown, 'option of useDevnet', KNOWN, `The options are ${KNOWN.join(', ')}.`);
  const { per = 'run', restore = false } = options;
  if (!PER.includes(per)) throw invalid('per', "'test', 'file' or 'run'", per);
  if (typeof restore !== 'boolean') throw invalid('restore', 'true or false', restore);
  if (restore && per !== 'run') throw invalid('restore', `false or absent with per: '${String(per)}', whose networks end anyway`, restore);
  return { per: per as TestDevnetOptions['per'], restore };
}

/** A network in use. */
export type Entered = {
  networks: TestNetworks;
  /** Ends the use: the network goes back to where it was if asked to, and is closed. */
  leave(): Promise<void>;
};

/** @param ambiguous see {@link Hooks} */
export async function enter({ devnet, isShared }: OpenedNetwork, { per, restore }: TestDevnetOptions, ambiguous: string): Promise<Entered> {
  if (isShared && (per === 'file' || per === 'test')) {
    // Ends with the connection that made it: no file sees what the hooks of another one do.
    const own = await devnet.clone({ ports: false }).catch(async (error: unknown) => {
      await devnet.close();
      throw error;
    });
    return { networks: createTestNetworks(own, ambiguous), leave: () => own.close().finally(devnet.close) };
  }
  const networks = createTestNetworks(devnet, ambiguous);
  if (restore !== true) return { networks, leave: devnet.close };
  const id = await devnet.snapshot();
  const leave = async (): Promise<void> => {
    try {
      await devnet.restore(id);
      await devnet.deleteSnapshot(id);
    } finally {
      await devnet.close();
    }
  };
  return { networks, leave };
}
