import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepTemporaryFolders, temporaryFolder } from '#platform/temporary-folder.js';
import { type KeptState, loadState, type StateParts, saveState } from './stored-state.js';

/** A state of the network on disk. */
export type StoredState = { folder: string; kept: KeptState };

/** The stored states of one network, in a temporary folder of their own. */
export type Snapshots = {
  /** Stores the state. The network must stand still. @param onTaken called at the moment of each attempt; the last one is stored */
  take(onTaken: () => void): Promise<StoredState>;
  /** Ends the services and starts them from the state. */
  restore(state: StoredState): Promise<void>;
  remove(state: StoredState): Promise<void>;
  close(): Promise<void>;
};

export function createSnapshots(parts: StateParts): Snapshots {
  let root: Promise<string> | undefined;
  let count = 0;
  // Folders of killed runs may be large.
  const sweeping = sweepTemporaryFolders();

  return {
    async take(onTaken) {
      root ??= temporaryFolder();
      const folder = join(await root, `${++count}`);
      return { folder, kept: await saveState(parts, folder, onTaken) };
    },
    async restore({ folder, kept }) {
      // The services' last writes would be replaced anyway.
      await parts.network.services().end('kill');
      await loadState(parts, folder, kept);
    },
    remove: ({ folder }) => rm(folder, { recursive: true, force: true }),
    async close() {
      await sweeping;
      if (root !== undefined) await rm(await root, { recursive: true, force: true });
    },
  };
}
