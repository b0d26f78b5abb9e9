import type { Launcher, Service } from '#dist/engines/real-nodes/launch/launcher.js';
import type { Engine } from '#dist/stacks/engine/engine.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';

/** Wraps a launcher and records the last started service of each name. */
export function watched(launcher: Launcher): { launcher: Launcher; services: Map<string, Service> } {
  const services = new Map<string, Service>();
  return {
    services,
    launcher: {
      ...launcher,
      async open(plan) {
        const environment = await launcher.open(plan);
        return {
          ...environment,
          async start(name, command) {
            const service = await environment.start(name, command);
            services.set(name, service);
            return service;
          },
        };
      },
    },
  };
}

/** Returns a recorded service. */
export function serviceOf(services: ReadonlyMap<string, Service>, name: string): Service {
  const found = services.get(name);
  if (found === undefined) throw new RangeError(`no service ${name}`);
  return found;
}

/** Resolves with the next event of a type. */
export function next<T extends EngineEvent['type']>(engine: Engine, type: T): Promise<Extract<EngineEvent, { type: T }>> {
  return new Promise((resolve) => {
    const stop = engine.subscribe((event) => {
      if (event.type !== type) return;
      stop();
      resolve(event as Extract<EngineEvent, { type: T }>);
    });
  });
}

/** Calls bitcoind and returns its result. */
export async function bitcoin(engine: Engine, method: string, ...params: unknown[]): Promise<unknown> {
  const { rpcUrl, rpcUser, rpcPassword } = engine.services.bitcoin;
  const authorization = `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}`;
  const response = await fetch(rpcUrl, { method: 'POST', headers: { authorization }, body: JSON.stringify({ id: 1, method, params }) });
  const { result, error } = (await response.json()) as { result: unknown; error: { message: string } | null };
  if (error !== null) throw new Error(`${method}: ${error.message}`);
  return result;
}
