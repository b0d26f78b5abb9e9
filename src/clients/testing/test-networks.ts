import { AsyncLocalStorage } from 'node:async_hooks';
import { DevnetError } from '../../base/error.js';
import type { Devnet } from '../../network/types.js';

/** The network of a test file, and the copies of it that its tests have. */
export type TestNetworks = {
  /**
   * Returns the copy of the test that asks, or outside of tests the network of the file. @throws DevnetError NOT_READY if several tests run
   * and the asking one is unknown
   */
  current(): Devnet;
  /** Returns the copy of a test. @throws DevnetError NOT_READY if it has none */
  of(test: object): Devnet;
  /** Makes a copy for a test. @param test the test runner's object for it */
  begin(test: object): Promise<void>;
  /** Closes the copy of a test. */
  end(test: object): Promise<void>;
  /** Runs a test on a copy of its own. `current` returns the copy to everything that the test calls, also while other tests run. */
  run<T>(test: () => Promise<T>): Promise<T>;
};

/** @param ambiguous says what to do if `current` cannot know which test asks */
export function createTestNetworks(network: Devnet, ambiguous: string): TestNetworks {
  const running = new AsyncLocalStorage<Devnet>();
  const copies = new Map<object, Devnet>();
  // The network of the file may have a gateway below whose path a copy answers, so that it needs no port.
  const copy = () => network.clone({ ports: false });
  return {
    current() {
      const own = running.getStore();
      if (own !== undefined) return own;
      if (copies.size > 1) throw new DevnetError('NOT_READY', `several tests of this file run now. ${ambiguous}`, { hint: ambiguous });
      const [only = network] = copies.values();
      return only;
    },
    of(test) {
      const found = copies.get(test);
      if (found === undefined)
        throw new DevnetError('NOT_READY', 'this test has no network of its own. Pass the context of a running test.');
      return found;
    },
    async begin(test) {
      copies.set(test, await copy());
    },
    async end(test) {
      const ended = copies.get(test);
      copies.delete(test);
      await ended?.close();
    },
    async run(test) {
      await using own = await copy();
      return await running.run(own, test);
    },
  };
}
