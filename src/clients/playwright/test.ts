import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import type { Account } from '../../network/data.js';
import type { Devnet } from '../../network/types.js';
import type { DevnetOptions } from '../../project/config.js';
import { STACKS_APIS } from '../apis.js';
import { type Funds, fundedAccount } from '../testing/funded-account.js';
import type { Wallet, WalletOptions } from '../wallet/types.js';
import { redirectApis } from './redirect.js';

export { expect } from '@playwright/test';

/** What each test has. */
export type DevnetFixtures = {
  /** The test's own copy of the network. */
  devnet: Devnet;
  /** The wallet of the test's pages. */
  wallet: Wallet;
  /** Creates an account with coins on both chains. */
  account(funds?: Funds): Promise<Account>;
  /** How to create the wallet. @default `wallet_1`, which approves everything */
  walletOptions: WalletOptions;
  /**
   * Origins of Stacks APIs: pages that ask one of them reach the test's network. @default the public APIs of Hiro, and the ports 3999 and
   * 20443 of this machine
   */
  stacksApis: readonly string[];
};

/** What all tests of a worker share. */
export type DevnetWorkerFixtures = {
  /** The network that tests get copies of. Override it to prepare state, such as contracts. */
  network: Devnet;
  /** How to start it; `DEVNET_…`, `devnet.config.*` and a Clarinet project override these options. @default {} */
  devnetOptions: DevnetOptions;
};

/**
 * `test` of Playwright, in which each test has pages with a wallet, on its own copy of a network.
 * The network is that of `DEVNET_URL`, for example of `stacks-devnet exec -- npx playwright test`; without it each worker starts one.
 * @example
 * test('pays', async ({ page, wallet, devnet }) => {
 *   await page.goto('/');
 *   await page.getByRole('button', { name: 'Pay' }).click();
 *   const { txid = '' } = await wallet.waitForRequest('stx_transferStx');
 *   expect((await devnet.stacks.waitForTx(txid)).status).toBe('success');
 * });
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & DevnetFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & DevnetWorkerFixtures
> = base.extend<DevnetFixtures, DevnetWorkerFixtures>({
  devnetOptions: [{}, { option: true, scope: 'worker' }],
  network: [
    async ({ devnetOptions }, use) => {
      await using network = await openNetwork(devnetOptions);
      await use(network);
    },
    { scope: 'worker' },
  ],
  devnet: async ({ network }, use) => {
    await using copy = await network.clone({ ports: false });
    await use(copy);
  },
  walletOptions: [{}, { option: true }],
  stacksApis: [STACKS_APIS, { option: true }],
  wallet: async ({ devnet, walletOptions }, use, info) => {
    const { createWallet } = await import('../wallet/wallet.js');
    await using wallet = createWallet(devnet, walletOptions);
    await use(wallet);
    if (wallet.requests.length > 0) await info.attach('wallet requests', { body: describe(wallet), contentType: 'application/json' });
  },
  account: async ({ devnet }, use) => {
    await use((funds) => fundedAccount(devnet, funds));
  },
  context: async ({ context, wallet, devnet, stacksApis }, use) => {
    const { attachWallet } = await import('../wallet/attach.js');
    await attachWallet(wallet, context);
    await redirectApis(context, stacksApis, devnet.urls.gateway ?? '');
    await use(context);
    // The network ends before the context does.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

async function openNetwork(options: DevnetOptions): Promise<Devnet> {
  if (process.env['DEVNET_URL']) return (await import('../../start/connect.js')).connectDevnet();
  const { startRunNetwork } = await import('../testing/run-network.js');
  return startRunNetwork({ ...options, gateway: true, cwd: process.cwd() }, process.env);
}

/** The requests as the report shows them. */
function describe({ requests }: Wallet): string {
  return JSON.stringify(requests, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2);
}
