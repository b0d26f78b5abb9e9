import { advise } from '../../base/advice.js';
import { DevnetError, invalid } from '../../base/error.js';
import { showValue } from '../../base/show-value.js';
import type { Engine } from '../../stacks/engine.js';
import type { SavedMoment, SavedStates } from '../../stacks/history.js';
import type { SnapshotInfo } from '../data.js';

/** The maximum length of a snapshot's name. */
const LONGEST_NAME = 200;

/** The snapshots of a network, by id. */
export type Snapshots = {
  /**
   * @param before throws if nothing can be taken now
   * @returns its id @throws DevnetError INVALID_INPUT, or BUSY while a restore is under way
   */
  take(name?: string, before?: () => void): Promise<string>;
  /** @param before runs before the nodes change @throws DevnetError NOT_FOUND, or BUSY while another restore is under way */
  restore(id: string, before?: () => Promise<void>): Promise<void>;
  /** Restores a snapshot of the engine that is not in the list. @throws DevnetError BUSY while another restore is under way */
  restoreLoaded(id: string, before: () => Promise<void>): Promise<void>;
  list(): SnapshotInfo[];
  /** @throws DevnetError NOT_FOUND */
  info(id: string): SnapshotInfo;
  remove(id: string): Promise<void>;
};

/** @param saved the state outside the nodes. The engine's `restored` event restores it */
export function createSnapshots(engine: Engine, saved: Pick<SavedStates, 'present' | 'keep' | 'forget'>): Snapshots {
  const infos = new Map<string, SnapshotInfo>();
  const deleted = new Set<string>();
  let restoring = false;
  const check = (id: string): void => {
    if (infos.has(id)) return;
    const known = infos.size === 0 ? advise`Take one with ${{ do: 'snapshot' }}.` : `The snapshots are ${[...infos.keys()].join(', ')}.`;
    const what = deleted.has(id) ? `the snapshot ${showValue(id)} was deleted` : `no snapshot has the id ${showValue(id)}`;
    throw new DevnetError('NOT_FOUND', `${what}. ${known}`, {
      field: 'id',
      received: showValue(id),
      hint: known,
    });
  };
  const busy = (): DevnetError => new DevnetError('BUSY', 'a snapshot is being restored', { hint: 'Try again when that is done.' });

  const restore = async (id: string, before?: () => Promise<void>): Promise<void> => {
    if (restoring) throw busy();
    restoring = true;
    try {
      await before?.();
      await engine.restore(id);
    } finally {
      restoring = false;
    }
  };

  return {
    async take(name, before) {
      if (name !== undefined && (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME)) {
        throw invalid('name', `text of 1 to ${LONGEST_NAME} characters`, name);
      }
      before?.();
      if (restoring) throw busy();
      let taken: { moment: SavedMoment; info: Pick<SnapshotInfo, 'createdAt' | 'heights'> } | undefined;
      const id = await engine.snapshot(() => {
        const { bitcoin, stacks } = engine.tips();
        const info = { createdAt: new Date().toISOString(), heights: { bitcoin: bitcoin.height, stacks: stacks.height } };
        taken = { moment: saved.present(), info };
      });
      if (taken === undefined) throw new TypeError('the engine has not called onTaken');
      saved.keep(id, taken.moment);
      infos.set(id, { id, name: name ?? id, ...taken.info });
      return id;
    },
    async restore(id, before) {
      check(id);
      await restore(id, before);
    },
    restoreLoaded: restore,
    list: () => [...infos.values()],
    info(id) {
      check(id);
      return infos.get(id) as SnapshotInfo;
    },
    async remove(id) {
      check(id);
      if (restoring) throw busy();
      infos.delete(id);
      deleted.add(id);
      saved.forget(id);
      await engine.deleteSnapshot(id);
    },
  };
}
