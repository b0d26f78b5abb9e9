import { listenError } from '#platform/port-taken.js';
import { reachableHost } from '#platform/reachable-host.js';
import { authorityOf } from '#platform/tcp-server.js';
import { type ElectrumOptions, startElectrumServer } from '../bitcoin/electrum.js';
import type { ResolvedConfig } from '../project/config.js';

export type ElectrumSettings = Pick<ResolvedConfig, 'host' | 'allowedHosts' | 'control' | 'ports'>;

/** Serves the Electrum protocol on the index of a Bitcoin node. @throws DevnetError PORT_TAKEN, INVALID_INPUT */
export async function openElectrum(
  { host, allowedHosts, control: { origins }, ports: { electrum: port } }: ElectrumSettings,
  { version, ...parts }: Pick<ElectrumOptions, 'index' | 'subscribe' | 'onWarning'> & { version: string },
): Promise<{ url: string; close(): Promise<void> }> {
  const name = reachableHost(host);
  try {
    const server = await startElectrumServer({ ...parts, host, port, name, allowedHosts, origins, software: `stacks-devnet ${version}` });
    return { url: `tcp://${authorityOf(name, server.port)}`, close: server.close };
  } catch (error) {
    throw await listenError(error, { field: 'ports.electrum', host, port });
  }
}
