import type { Mutex } from '../../../base/async.js';
import type { Engine, StateParts } from '../../../stacks/engine.js';
import type { Tracking } from '../../../stacks/history.js';
import type { States } from '../../operations/network.js';
import type { LocalChaos } from '../chaos/chaos.js';
import { createSnapshots } from '../snapshots.js';
import { createStateFile, type StateFile } from '../state-file/create.js';
import { readStateFile } from '../state-file/format.js';

export type StatesParts = {
  engine: Engine;
  tracking: Tracking;
  chaos: Pick<LocalChaos, 'requireNodes' | 'beforeRestore'>;
  /** Runs each restore: what the bridge is sending ends before. */
  outsideSends: Mutex['run'];
  version: string;
};

/** The state of a network, for a file that follows it. */
export type KeptState = Pick<StateFile, 'write' | 'dump'> & { load(state: StateParts): Promise<void> };

/** @returns what the operations do, and what keeps the state of the network in a file */
export function createStates({ engine, tracking, chaos, outsideSends, version }: StatesParts): { states: States; kept: KeptState } {
  const { saved, history } = tracking;
  const restore: Engine['restore'] = (id) => outsideSends(() => engine.restore(id));
  const snapshots = createSnapshots({ ...engine, restore }, saved);
  const stateFile = createStateFile({ engine, snapshots, saved, complete: history.complete, version });
  const states: States = {
    async snapshot(name) {
      const id = await snapshots.take(name, chaos.requireNodes);
      return snapshots.info(id);
    },
    async restore(id) {
      await snapshots.restore(id, chaos.beforeRestore);
    },
    snapshots: async () => snapshots.list(),
    async deleteSnapshot(id) {
      await snapshots.remove(id);
    },
    async dumpState() {
      chaos.requireNodes();
      return stateFile.dump();
    },
    async loadState(state) {
      const parts = await readStateFile(state);
      chaos.requireNodes();
      await stateFile.load(parts, chaos.beforeRestore);
    },
  };
  return { states, kept: { ...stateFile, load: (state) => stateFile.load(state, chaos.beforeRestore) } };
}
