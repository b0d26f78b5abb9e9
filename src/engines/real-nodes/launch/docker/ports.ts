import { reachableHost } from '#platform/reachable-host.js';
import { DevnetError } from '../../../../base/error.js';
import type { EnvironmentPlan } from '../launcher.js';
import type { Client } from './client.js';

/** Ports inside the containers. Each service has its own container, so only the ports of one service must differ. */
const innerPorts: Readonly<Record<string, number>> = {
  'bitcoind/rpc': 18443,
  'bitcoind/p2p': 18444,
  'stacks-node/rpc': 20443,
  'stacks-node/p2p': 20444,
};
const firstOtherPort = 30_000;

/** Returns the port that a service listens on in its container. @throws DevnetError INTERNAL if the plan has no such port */
export function innerPort(plan: EnvironmentPlan, service: string, port: string): number {
  const index = plan.services[service]?.indexOf(port) ?? -1;
  if (index < 0) throw new DevnetError('INTERNAL', `the plan has no ${service}/${port}`);
  return innerPorts[`${service}/${port}`] ?? firstOtherPort + index;
}

/** Returns the part of a plan that this machine reaches. Services reach each other within their network. */
export function publishedPart(
  { remoteHost }: Pick<Client, 'remoteHost'>,
  { services, published, own = [], host }: EnvironmentPlan,
): Pick<EnvironmentPlan, 'services' | 'published' | 'host'> {
  // This process cannot reach loopback of another machine.
  const keys = new Set([...Object.keys(published), ...(remoteHost === undefined ? own : [])]);
  const named = Object.entries(services).map(
    ([service, ports]) => [service, ports.filter((port) => keys.has(`${service}/${port}`))] as const,
  );
  return { services: Object.fromEntries(named), published, host };
}

/** Returns the interface to publish ports on: loopback of another machine cannot be reached from here, its address can. */
export function publishedHost({ remoteHost }: Pick<Client, 'remoteHost'>, { host }: EnvironmentPlan): string {
  return remoteHost !== undefined && isLoopback(host) ? remoteHost : host;
}

/** Returns the host at which this machine reaches published ports. */
export function publishedAt({ remoteHost }: Pick<Client, 'remoteHost'>, { host }: EnvironmentPlan): string {
  return remoteHost ?? reachableHost(host);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
