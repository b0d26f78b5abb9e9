import type { Engine } from '../../engines/engine.js';
import type { Tracking } from '../../history/follow-chains.js';
import type { States } from '../../operations/network.js';
import type { LocalChaos } from '../chaos/chaos.js';
import { createSnapshots } from '../snapshots.js';
import { createStateFile } from '../state-file/create.js';

export type StatesParts = {
  engine: Engine;
  tracking: Tracking;
  chaos: Pick<LocalChaos, 'requireNodes' | 'beforeRestore'>;
  version: string;
};

export function createStates({ engine, tracking, chaos, version }: StatesParts): States {
  const { saved, history } = tracking;
  const snapshots = createSnapshots(engine, saved);
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
