import { lookup } from 'node:dns/promises';
import { posix } from 'node:path';
import type Dockerode from 'dockerode';
import { DevnetError } from '../../error.js';
import { reachableHost } from '../../system/reachable-host.js';
import type { Program, Service, Site, SitePlan } from '../launch/launcher.js';
import { checkPort, choosePorts } from '../launch/ports.js';
import { backchannel } from './backchannel.js';
import { createBridge } from './bridge.js';
import { type Client, unlessDone } from './client.js';
import type { Labels } from './labels.js';
import { followOutput, outputLines } from './output.js';
import type { ImageProgram } from './programs.js';
import { removeRun } from './runs.js';
import { createService, type DockerService } from './service.js';
import { createState, type State, statePath } from './state.js';

export type SiteOptions = {
  client: Client;
  /** The run's name, part of the names of all that it makes. */
  run: string;
  labels: Labels;
  plan: SitePlan;
  /** Found when it is first asked for. */
  program(name: Program): Promise<ImageProgram>;
};

/** What services listen on inside; each has its own container, so that only ports of one service must differ. */
const innerPorts: Readonly<Record<string, number>> = {
  'bitcoind/rpc': 18443,
  'bitcoind/p2p': 18444,
  'stacks-node/rpc': 20443,
  'stacks-node/p2p': 20444,
};
const firstOtherPort = 30_000;
/** Choices of a free port before a start is given up: another program may take one between choice and start. */
const portChoices = 5;

/** Opens a site: a network and a volume of its own, which go with it, also when this fails. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { client, run, labels, plan, program } = options;
  const prefix = `devnet-${run}`;
  const published = await choosePorts(publishedPart(plan), new Set());
  const bitcoind = await program('bitcoind');
  try {
    const network = await createBridge(client, prefix, labels);
    const state = await createState({ client, image: bitcoind.image.id, prefix, labels });
    const hostIp = (await lookup(publishedHost(client, plan))).address;
    return createSite(options, { prefix, network, state, hostIp, published: new Map(published) });
  } catch (error) {
    // What a failed clean-up leaves matters less than why the opening failed.
    await removeRun(client, run).catch(() => undefined);
    throw error;
  }
}

/** Only what this machine is to reach; the services reach each other within their network. */
function publishedPart({ services, published, host }: SitePlan): Pick<SitePlan, 'services' | 'published' | 'host'> {
  const named = Object.entries(services).map(
    ([service, ports]) => [service, ports.filter((port) => Object.hasOwn(published, `${service}/${port}`))] as const,
  );
  return { services: Object.fromEntries(named), published, host };
}

type Parts = { prefix: string; network: Dockerode.Network; state: State; hostIp: string; published: Map<string, number> };

function createSite({ client, run, labels, plan, program }: SiteOptions, { prefix, network, state, hostIp, published }: Parts): Site {
  const { docker, ask } = client;
  /** In the order of their start. */
  const running = new Map<string, DockerService>();
  /** The last container of each service. */
  const containers = new Map<string, Dockerode.Container>();
  const starting = new Set<Promise<unknown>>();
  /** Services that have run: their ports are known outside. */
  const told = new Set<string>();
  let closed: Promise<void> | undefined;

  const innerPort = (service: string, port: string): number => {
    const index = plan.services[service]?.indexOf(port) ?? -1;
    if (index < 0) throw new DevnetError('INTERNAL', `the plan has no ${service}/${port}`);
    return innerPorts[`${service}/${port}`] ?? firstOtherPort + index;
  };
  const reach = (service: string, port: string): { host: string; port: number } => {
    const number = published.get(`${service}/${port}`);
    if (number === undefined) throw new DevnetError('INTERNAL', `${service}/${port} is not published`);
    return { host: publishedAt(client, plan), port: number };
  };
  const refuse = (what: string): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', `${what}: the network is closed`);
  };
  const refuseRunning = (what: string): void => {
    if (running.size > 0) throw new DevnetError('BUSY', `${what}: ${[...running.keys()].join(', ')} must be ended first`);
  };
  const removeContainer = async (name: string): Promise<void> => {
    const container = containers.get(name);
    if (container === undefined) return;
    await ask(`removing the container of ${name}`, () => unlessDone(() => container.remove({ force: true, v: true })));
    containers.delete(name);
  };

  async function launch(name: string, command: Parameters<Site['start']>[1]): Promise<Service> {
    const found = await program(command.program);
    if (running.has(name)) throw new DevnetError('BUSY', `${name} is running already`);
    const ended = containers.get(name);
    if (ended !== undefined && (await startAgain(name, ended))) return watched(name, ended);
    const keys = (plan.services[name] ?? []).map((port) => `${name}/${port}`).filter((key) => published.has(key));
    // Ports that nobody has asked for or been told of may still be other ones.
    const fixed = told.has(name) || keys.some((key) => (plan.published[key] ?? 0) !== 0);
    for (let choice = 1; ; choice++) {
      if (fixed && client.remoteHost === undefined) for (const key of keys) await checkPort(key, plan.host, published.get(key) ?? 0);
      refuse(`starting ${name}`);
      const container = await create(name, found, command, keys);
      containers.set(name, container);
      try {
        await ask(`starting ${name}`, () => container.start());
      } catch (error) {
        if (!(error instanceof Error) || !/port is already allocated|address already in use/.test(error.message)) throw error;
        await removeContainer(name);
        if (fixed || choice === portChoices) throw portTaken(name, error);
        const again = publishedPart({ ...plan, services: { [name]: plan.services[name] ?? [] } });
        for (const [key, port] of await choosePorts(again, new Set(published.values()))) published.set(key, port);
        continue;
      }
      told.add(name);
      return watched(name, container);
    }
  }

  /**
   * Starts a container that has ended by itself. Whoever ended it may be about to start it again, as `docker restart` is: then both
   * have done it. @returns false when it was removed
   */
  async function startAgain(name: string, container: Dockerode.Container): Promise<boolean> {
    refuse(`starting ${name}`);
    await ask(`starting ${name} again`, () => unlessDone(() => container.start()));
    const there = await container.inspect().then(
      () => true,
      () => false,
    );
    if (!there) containers.delete(name);
    return there;
  }

  function watched(name: string, container: Dockerode.Container): Service {
    const service = createService({ client, name, container, reach: (port) => reach(name, port) });
    running.set(name, service);
    void service.ended.then(() => {
      if (running.get(name) === service) running.delete(name);
    });
    return service;
  }

  function create(
    name: string,
    { image }: ImageProgram,
    { program, args, env = {} }: Parameters<Site['start']>[1],
    keys: readonly string[],
  ): Promise<Dockerode.Container> {
    const inner = (key: string): string => `${innerPort(name, key.slice(name.length + 1))}/tcp`;
    return ask(`making the container of ${name}`, () =>
      docker.createContainer({
        name: `${prefix}-${name}`,
        Image: image.id,
        // An image's own may want to change users, or to write a configuration.
        Entrypoint: [program],
        Cmd: args,
        Env: Object.entries(env).map(([variable, value]) => `${variable}=${value}`),
        WorkingDir: statePath,
        User: '0:0',
        Labels: labels,
        ExposedPorts: Object.fromEntries(keys.map((key) => [inner(key), {}])),
        HostConfig: {
          NetworkMode: prefix,
          Binds: [`${state.volume()}:${statePath}`],
          PortBindings: Object.fromEntries(keys.map((key) => [inner(key), [{ HostIp: hostIp, HostPort: `${published.get(key)}` }]])),
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges'],
        },
        NetworkingConfig: { EndpointsConfig: { [prefix]: { Aliases: [name] } } },
      }),
    );
  }

  const thaw = async (): Promise<void> => {
    await ask('thawing the network', () =>
      Promise.all([...running.values()].map(({ container }) => unlessDone(() => container.unpause()))),
    );
  };

  return {
    path: (...parts) => posix.join(statePath, ...parts),
    bind: (service, port) => ({ host: '0.0.0.0', port: innerPort(service, port) }),
    address: (service, port) => ({ host: service, port: innerPort(service, port) }),
    backchannel: () => backchannel(client, network),
    async write(name, content) {
      refuse(`writing ${name}`);
      await state.write(name, content);
      return posix.join(statePath, name);
    },
    async start(name, command) {
      refuse(`starting ${name}`);
      const launched = launch(name, command);
      starting.add(launched);
      return launched.finally(() => starting.delete(launched));
    },
    async *log(name, { lines, follow, signal }) {
      const container = containers.get(name);
      if (container === undefined) throw new DevnetError('NOT_FOUND', `${name} has no container`);
      const tail = { stdout: true, stderr: true, tail: lines };
      if (follow) yield* followOutput(await ask(`reading the output of ${name}`, () => container.logs({ ...tail, follow: true })), signal);
      else for (const line of outputLines(await ask(`reading the output of ${name}`, () => container.logs(tail)))) yield `${line}\n`;
    },
    async save(target) {
      refuse('saving the state');
      await state.save(target);
    },
    async load(source) {
      refuse('loading a state');
      refuseRunning('loading a state');
      for (const name of [...containers.keys()]) await removeContainer(name);
      await state.load(source);
    },
    async freeze() {
      try {
        await ask('freezing the network', () =>
          Promise.all([...running.values()].map(({ container }) => unlessDone(() => container.pause()))),
        );
      } catch (error) {
        await thaw().catch(() => undefined);
        throw error;
      }
    },
    thaw,
    close() {
      closed ??= (async () => {
        await Promise.allSettled(starting);
        await removeRun(client, run);
      })();
      return closed;
    },
  };
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

/** The interface of the engine's machine: loopback of another machine would be of no use here, its address that we know is. */
function publishedHost({ remoteHost }: Client, { host }: SitePlan): string {
  return remoteHost !== undefined && isLoopback(host) ? remoteHost : host;
}

/** Where this machine reaches what is published. */
function publishedAt({ remoteHost }: Client, { host }: SitePlan): string {
  return remoteHost ?? reachableHost(host);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
