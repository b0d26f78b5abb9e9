import { DevnetError } from '../../error.js';
import { field, type Json, listOf, readNumber, readObject, readOneOf, readText } from '../../json.js';
import { once } from '../../once.js';
import { type ActiveChaos, CHAOS_KINDS, type Chaos, type ChaosHandle, type ChaosKind } from '../chaos/types.js';
import type { GatewayClient } from './gateway-client.js';

/** The faults of a network of another process. */
export function createConnectedChaos(control: GatewayClient['ask']): Chaos {
  const stop = async (id: string): Promise<void> => {
    await control('DELETE', `/chaos/${encodeURIComponent(id)}`);
  };
  const begin =
    (kind: ChaosKind) =>
    async (options: object = {}): Promise<ChaosHandle> => {
      const { id } = readFault((await control('POST', `/chaos/${kind}`, { body: options })).body);
      const end = once(() => stop(id).catch(ignoreEnded));
      return { id, kind, stop: end, [Symbol.asyncDispose]: end };
    };
  return {
    async reorg(options) {
      const { body } = await control('POST', '/chaos/reorg', { body: options });
      const hashes = (name: string) => listOf(field(body, name), name).map(String);
      return { forkHeight: readNumber(body, 'forkHeight'), abandoned: hashes('abandoned'), hashes: hashes('hashes') };
    },
    drop: begin('drop'),
    delay: begin('delay'),
    emptyTenures: begin('empty-tenures'),
    noCommits: begin('no-commits'),
    silentSigner: begin('silent-signer'),
    stoppedNode: begin('stopped-node'),
    rpcFaults: begin('rpc-faults'),
    active: async () => readFaults((await control('GET', '/chaos')).body, 'active'),
    stop,
    async clear() {
      await control('DELETE', '/chaos');
    },
  };
}

/** Reads a list of faults. @throws DevnetError RPC naming the field */
export function readFaults(body: object, name: string): ActiveChaos[] {
  return listOf(field(body, name), name).map(readFault);
}

function readFault(value: Json): ActiveChaos {
  const fault = readObject(value, 'fault');
  return {
    id: readText(fault, 'id'),
    kind: readOneOf(fault, 'kind', CHAOS_KINDS),
    settings: { ...readObject(field(fault, 'settings'), 'settings') },
    ...(field(fault, 'left') !== undefined && { left: readNumber(fault, 'left') }),
    ...(field(fault, 'kept') !== undefined && { kept: readNumber(fault, 'kept') }),
  };
}

/** A fault may end by itself before it is stopped. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof DevnetError && error.code === 'NOT_FOUND')) throw error;
}
