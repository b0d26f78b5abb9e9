import { lookup } from 'node:dns/promises';
import { posix } from 'node:path';
import type Dockerode from 'dockerode';
import type { ReadLogOptions } from '#platform/read-log.js';
import { DevnetError } from '../../../../base/error.js';
import { createEnvironment } from '../environment.js';
import type { EnvironmentPlan, Program, ServiceEnvironment } from '../launcher.js';
import { choosePorts } from '../ports.js';
import { backchannel } from './backchannel.js';
import { createBridge } from './bridge.js';
import { type Client, unlessDone } from './client.js';
import { type Containers, createContainers } from './containers.js';
import type { Labels } from './labels.js';
import { followOutput, outputLines } from './output.js';
import { pause } from './pause.js';
import { innerPort, publishedHost, publishedPart } from './ports.js';
import type { ImageProgram } from './programs.js';
import { removeRun } from './runs.js';
import type { DockerService } from './service.js';
import { createState, type State, statePath } from './state.js';

export type EnvironmentOptions = {
  client: Client;
  /** The name of the run, part of all names that it creates. */
  run: string;
  labels: Labels;
  plan: EnvironmentPlan;
  /** Finds a program when it is first needed. */
  program(name: Program): Promise<ImageProgram>;
};

/** Opens an environment: a network and a volume of its own, which are removed with it, or if this fails. */
export async function openEnvironment({ client, run, labels, plan, program }: EnvironmentOptions): Promise<ServiceEnvironment> {
  const prefix = `devnet-${run}`;
  const published = await choosePorts(publishedPart(client, plan), new Set());
  const bitcoind = await program('bitcoind');
  try {
    const network = await createBridge(client, prefix, labels);
    const state = await createState({ client, image: bitcoind.image.id, prefix, labels });
    const hostIp = (await lookup(publishedHost(client, plan))).address;
    const containers = createContainers({ client, prefix, labels, plan, state, hostIp, published, program });
    return fromParts({ client, run, plan, network, state, containers });
  } catch (error) {
    // The reason of the failure matters more than a failed cleanup.
    await removeRun(client, run).catch(() => undefined);
    throw error;
  }
}

type Parts = Pick<EnvironmentOptions, 'client' | 'run' | 'plan'> & { network: Dockerode.Network; state: State; containers: Containers };

function fromParts({ client, run, plan, network, state, containers }: Parts): ServiceEnvironment {
  const forAll = async (what: string, services: readonly DockerService[], act: (container: Dockerode.Container) => Promise<unknown>) => {
    await client.ask(what, () => Promise.all(services.map(({ container }) => unlessDone(() => act(container)))));
  };
  return createEnvironment<DockerService>({
    path: (...parts) => posix.join(statePath, ...parts),
    bind: (service, port) => ({ host: '0.0.0.0', port: innerPort(plan, service, port) }),
    address: (service, port) => ({ host: service, port: innerPort(plan, service, port) }),
    backchannel: () => backchannel(client, network),
    log: (name, options) => readOutput(client, name, containers.find(name), options),
    async write(name, content) {
      await state.write(name, content);
      return posix.join(statePath, name);
    },
    start: containers.start,
    save: state.save,
    async load(source) {
      await containers.removeAll();
      await state.load(source);
    },
    freeze: (services) => forAll('freezing the network', services, pause),
    thaw: (services) => forAll('thawing the network', services, (container) => container.unpause()),
    async close() {
      await removeRun(client, run);
    },
  });
}

async function* readOutput(
  { ask }: Client,
  name: string,
  container: Dockerode.Container | undefined,
  { lines, follow, signal }: ReadLogOptions,
): AsyncGenerator<string> {
  if (container === undefined) throw new DevnetError('NOT_FOUND', `${name} has no container`);
  const what = `reading the output of ${name}`;
  const range = { stdout: true, stderr: true, tail: lines };
  if (follow) yield* followOutput(await ask(what, () => container.logs({ ...range, follow: true })), signal);
  else for (const line of outputLines(await ask(what, () => container.logs(range)))) yield `${line}\n`;
}
