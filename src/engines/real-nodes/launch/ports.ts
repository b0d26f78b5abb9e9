import { checkPort as checkFree, listenOnce } from '#platform/check-port.js';
import { listenError } from '#platform/port-taken.js';
import { DevnetError } from '../../../base/error.js';
import type { EnvironmentPlan } from './launcher.js';

/** Ports by `service/port`. */
export type Ports = ReadonlyMap<string, number>;

/**
 * The range of free ports: above the conventional ports of nodes (20443, 20444) and below the ports of outgoing connections (from 32768
 * on Linux, 49152 elsewhere), so that the system does not use a port between its choice and the start of the service.
 */
const range = { first: 21_000, last: 32_000 };
const attempts = 1_000;

/**
 * Chooses the ports of all services: those of the plan, else free ones that are not in `avoided`.
 * @throws DevnetError PORT_TAKEN for a port of the plan, INVALID_INPUT for a host that is not an address of this machine
 */
export async function choosePorts(
  plan: Pick<EnvironmentPlan, 'services' | 'published' | 'host'>,
  avoided: ReadonlySet<number>,
): Promise<Ports> {
  const keys = Object.entries(plan.services).flatMap(([service, names]) => names.map((name) => `${service}/${name}`));
  const ports = new Map<string, number>();
  for (const key of keys) {
    const port = plan.published[key] ?? 0;
    if (port === 0) continue;
    await checkPort(key, bindHost(plan, key), port);
    ports.set(key, port);
  }
  for (const key of keys) {
    if (ports.has(key)) continue;
    ports.set(key, await freePort(bindHost(plan, key), new Set([...avoided, ...ports.values()])));
  }
  return ports;
}

/** Returns the interface of a port: that of the plan if it is published, else loopback. */
function bindHost({ published, host }: Pick<EnvironmentPlan, 'published' | 'host'>, key: string): string {
  return Object.hasOwn(published, key) ? host : '127.0.0.1';
}

/** Returns where a service of this machine listens. @throws DevnetError INTERNAL if the plan has no such port */
export function listenAddress(plan: EnvironmentPlan, ports: Ports, service: string, port: string): { host: string; port: number } {
  const key = `${service}/${port}`;
  const number = ports.get(key);
  if (number === undefined) throw new DevnetError('INTERNAL', `the plan has no ${key}`);
  return { host: bindHost(plan, key), port: number };
}

/** @throws DevnetError PORT_TAKEN with the program that uses the port where the system reports it, INVALID_INPUT */
export async function checkPort(key: string, host: string, port: number): Promise<void> {
  await checkFree({ field: settings[key] ?? key, host, port });
}

/** The configuration keys of ports, for the `field` of errors. */
const settings: Readonly<Record<string, string>> = { 'bitcoind/rpc': 'ports.bitcoin', 'stacks-node/rpc': 'ports.stacks' };

async function freePort(host: string, avoided: ReadonlySet<number>): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = range.first + Math.floor(Math.random() * (range.last - range.first));
    if (avoided.has(port)) continue;
    try {
      await listenOnce(host, port);
      return port;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw await listenError(error, { field: 'host', host, port });
    }
  }
  throw new DevnetError('PORT_TAKEN', `no free port was found between ${range.first} and ${range.last}`, {
    expected: 'a free port',
    received: `${attempts} taken ones`,
  });
}
