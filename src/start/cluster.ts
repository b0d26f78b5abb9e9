import type { OpenReplicas } from '../cluster/replicas.js';
import type { OperableDevnet } from '../network/types.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import type { Engine } from '../stacks/engine.js';

export type { OpenReplicas };

/** Opens what the gateways of one network share; undefined if the configuration has no Redis. @throws DevnetError NOT_REACHABLE */
export async function openReplicas({ redis: url }: ResolvedConfig, engine: Engine): Promise<OpenReplicas | undefined> {
  if (url === undefined) return undefined;
  const cluster = await import('../cluster/replicas.js');
  return cluster.openReplicas(url, engine);
}

/** Starts a network as a service of the Swarm. @throws DevnetError as the function of this name in `cluster/swarm` */
export async function startOnSwarm(config: ResolvedConfig, hooks: Pick<StartOptions, 'onProgress' | 'signal'>): Promise<OperableDevnet> {
  const cluster = await import('../cluster/swarm.js');
  return cluster.startOnSwarm(config, hooks);
}
