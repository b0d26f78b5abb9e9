import type { Mutex } from '../../../base/async.js';
import type { Engine } from '../../../stacks/engine.js';
import type { Tracking } from '../../../stacks/history.js';
import type { States } from '../../operations/network.js';
import type { LocalChaos } from '../chaos/chaos.js';
import { createSnapshots } from '../snapshots.js';
import { createStateFile } from '../state-file/create.js';

export type StatesParts = {
  engine: Engine;
  tracking: Tracking;
  chaos: Pick<LocalChaos, 'requireNodes' | 'beforeRestore'>;
  /** Runs each restore: what the bridge is sending ends before. */
  outsideSends: Mutex['run'];
  version: string;
};

export function createStates({ engine, tracking, chaos, outsideSends, version }: StatesParts): States {
  const { saved, history } = tracking;
  const restore: Engine['restore'] = (id) => outsideSends(() => engine.restore(id));
  const snapshots = createSnapshots({ ...engine, restore }, saved);
  const stateFile = createStateFile({ engine, snapshots, saved, complete: history.complete, version });
  return {
    async snapshot(name) {
      chaos.requireNodes();
      const id = await snapshots.take(name);
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
      chaos.requireNodes();
      await stateFile.load(state, chaos.beforeRestore);
    },
  };
}
