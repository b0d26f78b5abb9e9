import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { connectDevnet } from '../connect.js';
import * as publicModule from '../index.js';
import { fundedAccount } from '../testing/funded-account.js';
import { enter, type TestDevnet } from '../testing/test-devnet.js';
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
 * state before its tests and restores it afterwards.
 */
export default class DevnetEnvironment extends TestEnvironment {
  readonly #restore: boolean;
  #leave: (() => Promise<void>) | undefined;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    this.#restore = config.projectConfig.testEnvironmentOptions['restore'] === true;
  }

  override async setup(): Promise<void> {
    await super.setup();
    const realm = this.global as unknown as Realm;
    acceptErrors(realm);
    const devnet = await connectDevnet();
    this.#leave = await enter(devnet, { restore: this.#restore });
    const stacksDevnet: TestDevnet = { devnet, account: (funds) => fundedAccount(devnet, funds) };
    Object.assign(this.global, { stacksDevnet: intoRealm(stacksDevnet, realm), [sandboxModule]: intoRealm(publicModule, realm) });
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
