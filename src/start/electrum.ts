import type { ResolvedConfig } from '../config/devnet-config.js';
import { type ElectrumOptions, startElectrumServer } from '../electrum/server.js';
import { listenError } from '../system/port-taken.js';
import { reachableHost } from '../system/reachable-host.js';
import { authorityOf } from '../system/tcp-server.js';

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
