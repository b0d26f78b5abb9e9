import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import { readLog } from '#platform/read-log.js';
import { closeAll } from '../../../../base/close-all.js';
import { DevnetError } from '../../../../base/error.js';
import { createEnvironment } from '../environment.js';
import type { EnvironmentPlan, Service, ServiceEnvironment } from '../launcher.js';
import { choosePorts, listenAddress } from '../ports.js';
import { createStateFolder } from '../state-folder.js';
import { writing } from '../writing.js';
import type { Container } from './container.js';
import { createService } from './service.js';

/** In ms. The state is removed anyway, so there is nothing to wait for. */
const closeGraceMs = 500;

/** Opens an environment in running containers. Ends programs of an earlier devnet and removes its state. */
export async function openEnvironment(
  folder: string,
  containers: ReadonlyMap<string, Container>,
  plan: EnvironmentPlan,
): Promise<ServiceEnvironment> {
  const state = createStateFolder(join(folder, 'state'));
  for (const container of containers.values()) await container.signal('KILL');
  const ports = await choosePorts(plan, new Set());
  await emptyFolder(state.path());
  const containerOf = (service: string): Container => {
    const container = containers.get(service);
    if (container === undefined) throw new DevnetError('INTERNAL', `the plan has no ${service}`);
    return container;
  };
  // All containers share one network namespace, so a port has the same number for all, and on the machine that publishes it.
  const address = (service: string, port: string) => ({ host: '127.0.0.1', port: listenAddress(plan, ports, service, port).port });
  const signalAll = async (services: readonly Service[], signal: 'STOP' | 'CONT'): Promise<void> => {
    await Promise.all(services.map(({ name }) => containerOf(name).signal(signal)));
  };

  return createEnvironment({
    ...state,
    bind: (service, port) => listenAddress(plan, ports, service, port),
    address,
    backchannel: async () => ({ listenOn: '127.0.0.1', calledAs: '127.0.0.1' }),
    log: (name, options) => readLog(containerOf(name).outputFile, options),
    async start(name, { program, args, env = {} }) {
      const container = containerOf(name);
      const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
      await container.run([...(variables.length === 0 ? [] : ['env', ...variables]), program, ...args]);
      return createService(container, (port) => address(name, port));
    },
    freeze: (services) => signalAll(services, 'STOP'),
    thaw: (services) => signalAll(services, 'CONT'),
    close: (services) =>
      closeAll([
        () => rm(state.path(), { recursive: true, force: true, maxRetries: 3 }),
        async () => {
          await Promise.all(services.map((service) => service.stop({ graceMs: closeGraceMs })));
        },
      ]),
  });
}

async function emptyFolder(folder: string): Promise<void> {
  await writing(folder, async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    makeFolder(folder);
  });
}
