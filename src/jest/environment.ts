import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { connectDevnet } from '../connect.js';
import * as publicModule from '../index.js';
import { fundedAccount } from '../testing/funded-account.js';
import { type IsolatedNetwork, isolated } from '../testing/isolated.js';
import { checkOptions, enter, type TestDevnet, type TestDevnetOptions } from '../testing/test-devnet.js';
import { acceptErrors, intoRealm, type Realm } from './realm.js';

/** Read by sandbox.cts. */
const sandboxModule = Symbol.for('stacks-devnet.jest.module');

declare global {
  /** The network of this run, in test files with the `testEnvironment` `stacks-devnet/jest`. */
  var stacksDevnet: TestDevnet;
}

/**
 * Jest's `testEnvironment`: that of Node, with the global `stacksDevnet`. Environments are loaded outside the sandbox of the tests,
 * so that these may be CommonJS or ES modules. `testEnvironmentOptions: { restore: true }`, also of one file, saves the network's
 * state before its tests and restores it afterwards; `{ isolate: 'test' }` gives each test a copy of the network.
 */
export default class DevnetEnvironment extends TestEnvironment {
  readonly #options: TestDevnetOptions;
  #network: IsolatedNetwork | undefined;
  #leave: (() => Promise<void>) | undefined;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    const { restore, isolate } = config.projectConfig.testEnvironmentOptions;
    this.#options = checkOptions({ restore: restore === true, isolate });
  }

  override async setup(): Promise<void> {
    await super.setup();
    const realm = this.global as unknown as Realm;
    acceptErrors(realm);
    const devnet = await connectDevnet();
    this.#leave = await enter(devnet, this.#options);
    const network = isolated(devnet);
    this.#network = network;
    const stacksDevnet: TestDevnet = {
      get devnet() {
        return network.current();
      },
      account: (funds) => fundedAccount(network.current(), funds),
    };
    Object.assign(this.global, { stacksDevnet: intoRealm(stacksDevnet, realm), [sandboxModule]: intoRealm(publicModule, realm) });
  }

  /** Jest's runner calls it before the hooks of a test and after them, and waits. */
  async handleTestEvent({ name }: { name: string }): Promise<void> {
    if (this.#options.isolate !== 'test') return;
    if (name === 'test_start') await this.#network?.begin();
    if (name === 'test_done') await this.#network?.end();
  }

  /** Makes `require('stacks-devnet')` in a test file return what {@link setup} provides. */
  override exportConditions(): string[] {
    return [...super.exportConditions(), 'stacks-devnet-jest'];
  }

  override async teardown(): Promise<void> {
    await this.#leave?.();
    await super.teardown();
  }
}
