import type { Devnet } from '../devnet/types.js';

/** A network, of which a test may have a copy. */
export type IsolatedNetwork = {
  /** The copy of the present test, or the network. */
  current(): Devnet;
  /** Makes a copy for a test. */
  begin(): Promise<void>;
  /** Closes the copy. */
  end(): Promise<void>;
};

export function isolated(devnet: Devnet): IsolatedNetwork {
  let copy: Devnet | undefined;
  return {
    current: () => copy ?? devnet,
    async begin() {
      copy = await devnet.clone();
    },
    async end() {
      const ended = copy;
      copy = undefined;
      await ended?.close();
    },
  };
}
