import { readBytes } from '../../system/http.js';
import { readAnswer } from '../answers/read.js';
import { snapshotAnswer, snapshotsAnswer } from '../answers/snapshots.js';
import type { Devnet } from '../types.js';
import type { Control } from './control.js';
import type { GatewayClient } from './gateway-client.js';

/** The calls that save the state of the network and return to it. */
export type States = Pick<Devnet, 'snapshot' | 'restore' | 'snapshots' | 'deleteSnapshot' | 'dumpState' | 'loadState'>;

export function createStates(control: Control, client: GatewayClient, closed: AbortSignal): States {
  return {
    snapshot: async (name) => readAnswer(snapshotAnswer, (await control('POST', '/snapshots', { body: { name } })).body).id,
    async restore(id) {
      await control('POST', `/snapshots/${encodeURIComponent(id)}/restore`);
    },
    snapshots: async () => readAnswer(snapshotsAnswer, (await control('GET', '/snapshots')).body).snapshots,
    async deleteSnapshot(id) {
      await control('DELETE', `/snapshots/${encodeURIComponent(id)}`);
    },
    async dumpState() {
      if (closed.aborted) throw closed.reason;
      return readBytes(await client.stream('/devnet/v1/dump', closed), closed, Number.POSITIVE_INFINITY);
    },
    async loadState(bytes) {
      await control('POST', '/load', { bytes });
    },
  };
}
