import { DevnetError } from '../../error.js';
import { once } from '../../once.js';
import { faultSchema, faultsAnswer, reorgAnswer } from '../answers/faults.js';
import { readAnswer } from '../answers/read.js';
import type { Chaos, ChaosHandle, ChaosKind } from '../chaos/types.js';
import type { GatewayClient } from './gateway-client.js';

/** The faults of a network of another process. */
export function createConnectedChaos(control: GatewayClient['ask']): Chaos {
  const stop = async (id: string): Promise<void> => {
    await control('DELETE', `/chaos/${encodeURIComponent(id)}`);
  };
  const begin =
    (kind: ChaosKind) =>
    async (options: object = {}): Promise<ChaosHandle> => {
      const { id } = readAnswer(faultSchema, (await control('POST', `/chaos/${kind}`, { body: options })).body);
      const end = once(() => stop(id).catch(ignoreEnded));
      return { id, kind, stop: end, [Symbol.asyncDispose]: end };
    };
  return {
    reorg: async (options) => readAnswer(reorgAnswer, (await control('POST', '/chaos/reorg', { body: options })).body),
    drop: begin('drop'),
    delay: begin('delay'),
    emptyTenures: begin('empty-tenures'),
    noCommits: begin('no-commits'),
    silentSigner: begin('silent-signer'),
    stoppedNode: begin('stopped-node'),
    rpcFaults: begin('rpc-faults'),
    active: async () => readAnswer(faultsAnswer, (await control('GET', '/chaos')).body).active,
    stop,
    async clear() {
      await control('DELETE', '/chaos');
    },
  };
}

/** A fault may end by itself before it is stopped. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'NOT_FOUND')) throw error;
}
