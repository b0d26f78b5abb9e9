import { isRecord } from '../../base/json.js';
import { askEngine, type EngineApiAddress } from './engine-api.js';
import type { Finding } from './finding.js';

/** The ports of Docker's API: without TLS by convention, and with TLS. */
const PORTS = [2375, 2376];

/**
 * Checks that the API of a Swarm manager is not open: who reaches it without TLS controls all machines of the Swarm. Engines that manage no
 * Swarm have no finding.
 */
export async function examineSwarm(address: EngineApiAddress): Promise<Finding[]> {
  const swarm = await askEngine(address, '/info').then(
    (info) => info['Swarm'],
    () => undefined,
  );
  if (!isRecord(swarm) || swarm['ControlAvailable'] !== true) return [];
  if ('host' in address) return [open(`tcp://${address.host}:${address.port}`)];
  const host = swarm['NodeAddr'];
  if (typeof host !== 'string' || host === '') return [closed(swarm)];
  for (const port of PORTS) {
    const answer = await askEngine({ host, port }, '/version').catch(() => undefined);
    if (typeof answer?.['Version'] === 'string') return [open(`tcp://${host}:${port}`)];
  }
  return [closed(swarm)];
}

function closed({ NodeID: id }: Record<string, unknown>): Finding {
  return { item: 'swarm', ok: true, text: `this engine is a manager, node ${String(id)}` };
}

function open(url: string): Finding {
  return {
    item: 'swarm',
    ok: false,
    text: `the manager's API is open at ${url}: everyone who reaches it controls all machines of the Swarm`,
    hint: 'Remove tcp:// from the hosts of dockerd, and use its socket: export DOCKER_HOST=unix:///var/run/docker.sock',
  };
}
