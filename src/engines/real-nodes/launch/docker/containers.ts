import type Dockerode from 'dockerode';
import { DevnetError } from '../../../../base/error.js';
import type { EnvironmentPlan, Program, ServiceCommand } from '../launcher.js';
import { checkPort, choosePorts } from '../ports.js';
import { type Client, unlessDone } from './client.js';
import type { Labels } from './labels.js';
import { innerPort, publishedAt, publishedPart } from './ports.js';
import type { ImageProgram } from './programs.js';
import { createService, type DockerService } from './service.js';
import { type State, statePath } from './state.js';

/** The containers of one network: the last one of each service, running or not. */
export type Containers = {
  /** @param checkOpen throws if the environment was closed meanwhile @throws DevnetError PORT_TAKEN */
  start(name: string, command: ServiceCommand, checkOpen: () => void): Promise<DockerService>;
  find(name: string): Dockerode.Container | undefined;
  removeAll(): Promise<void>;
};

export type ContainersOptions = {
  client: Client;
  /** The start of the names of containers; also the name of their network. */
  prefix: string;
  labels: Labels;
  plan: EnvironmentPlan;
  state: State;
  /** The interface to publish ports on. */
  hostIp: string;
  /** Published ports by `service/port`. */
  published: ReadonlyMap<string, number>;
  program(name: Program): Promise<ImageProgram>;
};

/** How often a free port is chosen for a start, since another program may use it in between. */
const portChoices = 5;

/** Where ports are that only this process reaches. */
const LOOPBACK = '127.0.0.1';

export function createContainers(options: ContainersOptions): Containers {
  const { client, prefix, labels, plan, state, hostIp, program } = options;
  const { docker, ask } = client;
  const containers = new Map<string, Dockerode.Container>();
  const published = new Map(options.published);
  /** Services that have run: their ports are known outside. */
  const announced = new Set<string>();

  /** Whether others than this process may reach a port. */
  const isAnnounced = (key: string): boolean => Object.hasOwn(plan.published, key);
  const reach = (key: string): { host: string; port: number } => {
    const port = published.get(key);
    if (port === undefined) throw new DevnetError('INTERNAL', `${key} is not published`);
    return { host: isAnnounced(key) ? publishedAt(client, plan) : LOOPBACK, port };
  };
  const serviceOf = (name: string, container: Dockerode.Container): DockerService =>
    createService({ client, name, container, reach: (port) => reach(`${name}/${port}`) });
  const remove = async (name: string, container: Dockerode.Container): Promise<void> => {
    await ask(`removing the container of ${name}`, () => unlessDone(() => container.remove({ force: true, v: true })));
    containers.delete(name);
  };

  /**
   * Starts a container that has ended by itself. `docker restart` may start it at the same time, which does no harm.
   * @returns false if it was removed
   */
  const startAgain = async (name: string, container: Dockerode.Container): Promise<boolean> => {
    await ask(`starting ${name} again`, () => unlessDone(() => container.start()));
    const exists = await container.inspect().then(
      () => true,
      () => false,
    );
    if (!exists) containers.delete(name);
    return exists;
  };

  const create = (name: string, image: string, { program: entry, args, env = {} }: ServiceCommand, keys: readonly string[]) => {
    const inner = (key: string): string => `${innerPort(plan, name, key.slice(name.length + 1))}/tcp`;
    return ask(`making the container of ${name}`, () =>
      docker.createContainer({
        name: `${prefix}-${name}`,
        Image: image,
        // An entry point of the image may change users or write a configuration.
        Entrypoint: [entry],
        Cmd: args,
        Env: Object.entries(env).map(([variable, value]) => `${variable}=${value}`),
        WorkingDir: statePath,
        User: '0:0',
        Labels: labels,
        ExposedPorts: Object.fromEntries(keys.map((key) => [inner(key), {}])),
        HostConfig: {
          NetworkMode: prefix,
          Binds: [`${state.volume()}:${statePath}`],
          PortBindings: Object.fromEntries(
            keys.map((key) => [inner(key), [{ HostIp: isAnnounced(key) ? hostIp : LOOPBACK, HostPort: `${published.get(key)}` }]]),
          ),
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges'],
        },
        NetworkingConfig: { EndpointsConfig: { [prefix]: { Aliases: [name] } } },
      }),
    );
  };

  return {
    find: (name) => containers.get(name),
    async removeAll() {
      for (const [name, container] of [...containers]) await remove(name, container);
    },
    async start(name, command, checkOpen) {
      const { image } = await program(command.program);
      checkOpen();
      const ended = containers.get(name);
      if (ended !== undefined && (await startAgain(name, ended))) return serviceOf(name, ended);
      const keys = (plan.services[name] ?? []).map((port) => `${name}/${port}`).filter((key) => published.has(key));
      // A port that was neither configured nor announced may still change.
      const fixed = announced.has(name) || keys.some((key) => (plan.published[key] ?? 0) !== 0);
      for (let choice = 1; ; choice++) {
        if (fixed && client.remoteHost === undefined)
          for (const key of keys) await checkPort(key, isAnnounced(key) ? plan.host : LOOPBACK, published.get(key) ?? 0);
        checkOpen();
        const container = await create(name, image.id, command, keys);
        containers.set(name, container);
        try {
          await ask(`starting ${name}`, () => container.start());
        } catch (error) {
          if (!isPortTaken(error)) throw error;
          await remove(name, container);
          if (fixed || choice === portChoices) throw portTaken(name, error);
          const again = publishedPart(client, { ...plan, services: { [name]: plan.services[name] ?? [] } });
          for (const [key, port] of await choosePorts(again, new Set(published.values()))) published.set(key, port);
          continue;
        }
        announced.add(name);
        return serviceOf(name, container);
      }
    },
  };
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && /port is already allocated|address already in use/.test(error.message);
}

function portTaken(name: string, cause: Error): DevnetError {
  return new DevnetError('PORT_TAKEN', `${name}: another program listens on its port`, {
    field: name === 'bitcoind' ? 'ports.bitcoin' : 'ports.stacks',
    expected: 'a free port',
    received: cause.message,
    hint: 'Stop that program, or let the system choose: port 0, or --ports auto on the command line.',
    cause,
  });
}
