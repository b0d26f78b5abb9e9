import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DevnetError } from '../../error.js';
import { type KeptState, loadState, type StateParts, saveState } from './state-keeper.js';
import { sweepTemporaryFolders, temporaryFolder } from './temporary-folder.js';

/** The snapshots of one network, in a folder of their own. */
export type Snapshots<Extra> = {
  /** The network must stand still. @returns its id */
  take(extra: Extra): Promise<string>;
  /** Ends the services and starts them from the snapshot. @throws DevnetError NOT_FOUND */
  restore(id: string): Promise<Extra>;
  /** @throws DevnetError NOT_FOUND */
  check(id: string): void;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
};

/** @typeParam Extra what the caller wants to be kept, too */
export function createSnapshots<Extra>(parts: StateParts): Snapshots<Extra> {
  const kept = new Map<string, { state: KeptState; extra: Extra }>();
  let folder: Promise<string> | undefined;
  let made = 0;
  // Those of runs that were killed may be large.
  const sweeping = sweepTemporaryFolders();
  const path = async (id: string): Promise<string> => {
    folder ??= temporaryFolder();
    return join(await folder, id);
  };
  const find = (id: string): { state: KeptState; extra: Extra } => {
    const found = kept.get(id);
    if (found === undefined) throw new DevnetError('NOT_FOUND', `there is no snapshot ${id}`, { field: 'id', received: id });
    return found;
  };

  return {
    async take(extra) {
      const id = `s${++made}`;
      kept.set(id, { state: await saveState(parts, await path(id)), extra });
      return id;
    },
    async restore(id) {
      const { state, extra } = find(id);
      // What they would still write is about to be replaced.
      await parts.network.services().end('kill');
      await loadState(parts, await path(id), state);
      return extra;
    },
    check(id) {
      find(id);
    },
    async remove(id) {
      find(id);
      kept.delete(id);
      await rm(await path(id), { recursive: true, force: true });
    },
    async close() {
      await sweeping;
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
    },
  };
}
