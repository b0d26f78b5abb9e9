import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { closeAll } from '../../close-all.js';
import { DevnetError } from '../../error.js';
import { readLog } from '../../system/read-log.js';
import type { Service, Site, SitePlan } from '../launch/launcher.js';
import { bindHost, choosePorts } from '../launch/ports.js';
import { copyState } from '../launch/state-copy.js';
import { writing } from '../launch/writing.js';
import type { Container } from './container.js';
import { createService } from './service.js';

/** The state is thrown away: there is nothing to wait for. */
const closeGraceMs = 500;

/** Opens a site in containers that are there: what runs in them is ended, and the state of another time removed. */
export async function openSite(folder: string, containers: ReadonlyMap<string, Container>, plan: SitePlan): Promise<Site> {
  const state = join(folder, 'state');
  for (const container of containers.values()) await endLeftover(container);
  const ports = await choosePorts(plan, new Set());
  await emptied(state);
  /** In the order of their start. */
  const running = new Map<string, Service>();
  let closed: Promise<void> | undefined;

  const portOf = (service: string, port: string): number => {
    const number = ports.get(`${service}/${port}`);
    if (number === undefined) throw new DevnetError('INTERNAL', `the plan has no ${service}/${port}`);
    return number;
  };
  // All containers are in one network namespace: a port is the same one for all of them, and on the machine that publishes it.
  const address = (service: string, port: string) => ({ host: '127.0.0.1', port: portOf(service, port) });
  const containerOf = (service: string): Container => {
    const container = containers.get(service);
    if (container === undefined) throw new DevnetError('INTERNAL', `the plan has no ${service}`);
    return container;
  };
  const refuse = (what: string): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', `${what}: the network is closed`);
  };
  const signalAll = async (name: 'STOP' | 'CONT'): Promise<void> => {
    await Promise.all([...running.keys()].map((service) => containerOf(service).signal(name)));
  };

  return {
    path: (...parts) => join(state, ...parts),
    bind: (service, port) => ({ host: bindHost(plan, `${service}/${port}`), port: portOf(service, port) }),
    address,
    backchannel: async () => ({ listenOn: '127.0.0.1', calledAs: '127.0.0.1' }),
    async write(name, content) {
      refuse(`writing ${name}`);
      const file = join(state, name);
      await writing(folder, async () => {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content, { mode: 0o600 });
      });
      return file;
    },
    async start(name, { program, args, env = {} }) {
      refuse(`starting ${name}`);
      if (running.has(name)) throw new DevnetError('BUSY', `${name} is running already`);
      const container = containerOf(name);
      const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
      await container.run([...(variables.length === 0 ? [] : ['env', ...variables]), program, ...args]);
      const service = createService(container, (port) => address(name, port));
      running.set(name, service);
      void service.ended.then(() => running.delete(name));
      return service;
    },
    log: (name, options) => readLog(containerOf(name).outputFile, options),
    async save(target) {
      refuse('saving the state');
      await writing(target, () => copyState(state, target));
    },
    async load(source) {
      refuse('loading a state');
      if (running.size > 0) throw new DevnetError('BUSY', `loading a state: ${[...running.keys()].join(', ')} must be ended first`);
      await writing(folder, () => copyState(source, state));
    },
    async freeze() {
      await signalAll('STOP').catch(async (error: unknown) => {
        await signalAll('CONT').catch(() => undefined);
        throw error;
      });
    },
    thaw: () => signalAll('CONT'),
    close() {
      closed ??= closeAll([
        () => rm(state, { recursive: true, force: true, maxRetries: 3 }),
        async () => {
          await Promise.all([...running.values()].map((service) => service.stop({ graceMs: closeGraceMs })));
        },
      ]);
      return closed;
    },
  };
}

/** What another process has started that is gone. */
async function endLeftover(container: Container): Promise<void> {
  await container.signal('KILL');
}

async function emptied(folder: string): Promise<void> {
  await writing(folder, async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(folder, { recursive: true });
  });
}
