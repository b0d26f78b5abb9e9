import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import * as publicModule from '../../index.js';
import { connectDevnet } from '../../start/connect.js';
import { checkOptions, type Entered, enter, type TestDevnet, type TestDevnetOptions, viewOf } from '../testing/test-devnet.js';
import { type CircusEvent, concurrentTests } from './circus.js';
import { acceptErrors, intoRealm, type Realm } from './realm.js';

const AMBIGUOUS = 'Use it in tests and hooks, and not in what runs beside them.';

/** Read by sandbox.cts. */
const sandboxModule = Symbol.for('stacks-devnet.jest.module');

declare global {
  /** The network of this run, in test files with the `testEnvironment` `stacks-devnet/jest`. */
  var stacksDevnet: TestDevnet;
}

/**
 * Jest's `testEnvironment`: that of Node, with the global `stacksDevnet`. Environments are loaded outside the sandbox of the tests,
 * so that these may be CommonJS or ES modules. `testEnvironmentOptions: { per: 'test' }`, also of one file, gives each test a copy
 * of the network, also those of `test.concurrent`; `{ restore: true }` saves the network's state before the tests of the file and restores
 * it afterwards.
 */
export default class DevnetEnvironment extends TestEnvironment {
  readonly #options: TestDevnetOptions;
  #entered: Entered | undefined;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    // The options of jest-environment-node may stand beside them.
    const { per, restore, isolate } = config.projectConfig.testEnvironmentOptions;
    this.#options = checkOptions({ per, restore, ...(isolate !== undefined && { isolate }) });
  }

  override async setup(): Promise<void> {
    await super.setup();
    const realm = this.global as unknown as Realm;
    acceptErrors(realm);
    const entered = await enter({ devnet: await connectDevnet(), isShared: true }, this.#options, AMBIGUOUS);
    this.#entered = entered;
    const stacksDevnet: TestDevnet = viewOf(() => entered.networks.current());
    Object.assign(this.global, { stacksDevnet: intoRealm(stacksDevnet, realm), [sandboxModule]: intoRealm(publicModule, realm) });
  }

  /** Jest's runner calls it, and waits: before the tests of a block, before the hooks of a test and after them. */
  async handleTestEvent(event: CircusEvent): Promise<void> {
    const networks = this.#entered?.networks;
    if (networks === undefined || this.#options.per !== 'test') return;
    const { name, test } = event;
    if (name === 'run_describe_start') {
      // They run without hooks, all at once.
      for (const concurrent of concurrentTests(event)) {
        const { fn } = concurrent;
        if (typeof fn === 'function') concurrent.fn = () => networks.run(async () => fn());
      }
    }
    if (test === undefined || test.concurrent) return;
    if (name === 'test_started') await networks.begin(test);
    if (name === 'test_done') await networks.end(test);
  }

  /** Makes `require('stacks-devnet')` in a test file return what {@link setup} provides. */
  override exportConditions(): string[] {
    return [...super.exportConditions(), 'stacks-devnet-jest'];
  }

  override async teardown(): Promise<void> {
    await this.#entered?.leave();
    await super.teardown();
  }
}
