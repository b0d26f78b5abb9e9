import { randomBytes } from 'node:crypto';
import { readManifest } from '#platform/manifest.js';
import { once } from '../../base/async.js';
import { DevnetError, throwIfAborted } from '../../base/error.js';
import { field, readObject, readText, toJson } from '../../base/json.js';
import type { Client } from '../../engines/docker.js';
import { lastingLabels, outputLines, runLabels } from '../../engines/docker.js';
import type { ResolvedConfig, StartOptions } from '../../project/config.js';
import { conventionalPorts } from '../../project/config.js';
import { containerConfig } from './container-config.js';
import { connectToManager } from './manager.js';
import { createProbe } from './probe.js';
import { removeNetwork, swarmLabel, sweepNetworks } from './remove.js';
import { serviceSpec } from './spec.js';
import { isOver, machineOf, type Task, tasksOf } from './task.js';
import { watchNetwork } from './watch.js';

/** A network that runs as a service of a Swarm. */
export type SwarmNetwork = {
  urls: { gateway: string; stacks: string; bitcoin: string };
  controlKey: string;
  /** User name and password of its Bitcoin RPC. */
  bitcoin: { rpcUser: string; rpcPassword: string };
  /** Resolves with the reason if it ends by itself, for example with its machine. */
  lost: Promise<string>;
  /** What another process needs to take it over. */
  handle: string;
  /** Leaves it to another process, which must take it over before its lease ends. */
  release(): void;
  close(): Promise<void>;
};

/** Starts networks as services of a Swarm. */
export type Swarm = {
  start(): Promise<SwarmNetwork>;
  /** Takes over a network of another process. @throws DevnetError NOT_FOUND if it has ended */
  adopt(handle: string): Promise<SwarmNetwork>;
};

/** How long the container of a network lives without a sign of its owner, in seconds. */
const LEASE_SECONDS = 60;
/** How long a network may take to be ready, in ms: engines pull images, and real nodes boot. */
const READY_MS = 300_000;
const STEP_MS = 250;

/**
 * Starts networks of a configuration as services of the Swarm.
 * @param options.isLasting whether networks may outlive this process, because another one takes them over
 * @param options.ownPasswords whether each one has a password of its own for its Bitcoin RPC
 * @throws DevnetError MISSING if there is no Swarm
 */
export async function openSwarm(
  config: ResolvedConfig,
  { onProgress, signal, isLasting = false, ownPasswords = false }: Pick<StartOptions, 'onProgress' | 'signal'> & Partial<Keeping>,
): Promise<Swarm> {
  const client = await connectToManager();
  const swept = await sweepNetworks(client);
  if (swept > 0) onProgress?.(`removed ${swept} ended ${swept === 1 ? 'network' : 'networks'} of the Swarm`);
  return {
    start: () => startNetwork(client, config, { signal, isLasting, ownPasswords }),
    adopt: (handle) => adoptNetwork(client, handle),
  };
}

type Keeping = { isLasting: boolean; ownPasswords: boolean };
type Starting = Keeping & { signal: AbortSignal | undefined };

async function startNetwork(client: Client, config: ResolvedConfig, { signal, isLasting, ownPasswords }: Starting): Promise<SwarmNetwork> {
  const { docker, ask } = client;
  const run = randomBytes(6).toString('hex');
  const name = `devnet-${run}`;
  const controlKey = randomBytes(24).toString('base64url');
  const { rpcUser } = config.bitcoin;
  const rpcPassword = ownPasswords ? randomBytes(24).toString('base64url') : config.bitcoin.rpcPassword;
  const bitcoin = { rpcUser, rpcPassword };
  const content = containerConfig({ ...config, bitcoin: { ...config.bitcoin, rpcPassword } }, controlKey);
  const { version } = readManifest();
  const labels = { ...(isLasting ? lastingLabels(run, version) : await runLabels(run, version)), [swarmLabel]: 'network' };
  try {
    const service = await ask('creating a service', async () => {
      const Data = Buffer.from(content).toString('base64');
      const { id } = (await docker.createSecret({ Name: name, Labels: labels, Data })) as { id: string };
      const network = await docker.createNetwork({ Name: name, Driver: 'overlay', Labels: labels });
      const secret = { id, name };
      return docker.createService(serviceSpec(config, { name, labels, network: network.id, secret, leaseSeconds: LEASE_SECONDS }));
    });
    const { id } = service as unknown as { id: string };
    const { urls, node } = await waitUntilReady({ client, service: id, controlKey, signal });
    return ownNetwork(client, { run, service: id, node, urls, controlKey, bitcoin });
  } catch (error) {
    await removeNetwork(client, run).catch(() => undefined);
    throw error;
  }
}

/** A network that runs, as its handle says. */
type Running = { run: string; service: string; node: string } & Pick<SwarmNetwork, 'urls' | 'controlKey' | 'bitcoin'>;

/** Watches a network until it is closed or released. */
function ownNetwork(client: Client, running: Running): SwarmNetwork {
  const { run, service, node, urls, controlKey, bitcoin } = running;
  const watch = watchNetwork({ client, service, node, url: urls.gateway, controlKey });
  const remove = once(() => removeNetwork(client, run));
  return {
    urls,
    controlKey,
    bitcoin,
    lost: watch.lost,
    handle: toJson(running),
    release: watch.stop,
    async close() {
      watch.stop();
      await remove();
    },
  };
}

async function adoptNetwork(client: Client, handle: string): Promise<SwarmNetwork> {
  const value: unknown = JSON.parse(handle);
  const text = (name: string, of: unknown = value): string => readText(readObject(of, 'handle'), name);
  const of = field(readObject(value, 'handle'), 'urls');
  const urls = { gateway: text('gateway', of), stacks: text('stacks', of), bitcoin: text('bitcoin', of) };
  const credentials = field(readObject(value, 'handle'), 'bitcoin');
  const bitcoin = { rpcUser: text('rpcUser', credentials), rpcPassword: text('rpcPassword', credentials) };
  const running = { run: text('run'), service: text('service'), node: text('node'), controlKey: text('controlKey'), urls, bitcoin };
  const [task] = await tasksOf(client, running.service);
  if (task !== undefined && !isOver(task)) return ownNetwork(client, running);
  await removeNetwork(client, running.run).catch(() => undefined);
  throw new DevnetError('NOT_FOUND', `its container ended${task === undefined ? '' : `: ${task.message}`}`);
}

type Waiting = { client: Client; service: string; controlKey: string; signal: AbortSignal | undefined };

async function waitUntilReady({ client, service, controlKey, signal }: Waiting): Promise<{ urls: SwarmNetwork['urls']; node: string }> {
  const deadline = performance.now() + READY_MS;
  let seen = 'no task';
  let probe: ReturnType<typeof createProbe> | undefined;
  try {
    for (;;) {
      throwIfAborted(signal);
      const [task] = await tasksOf(client, service);
      if (task !== undefined && isOver(task)) throw await failed(client, service, task);
      seen = task === undefined ? 'no task' : `${task.state}: ${task.message}`;
      if (task?.node !== undefined && task.state === 'running' && task.ports.size > 0) {
        const urls = urlsOf(task, (await machineOf(client, task.node)).host);
        probe ??= createProbe({ url: urls.gateway, controlKey });
        if (await probe.isReady()) return { urls, node: task.node };
      }
      if (performance.now() > deadline) {
        const message = `the network on the Swarm was not ready after ${READY_MS / 1_000} s; last seen: ${seen}`;
        throw new DevnetError('TIMEOUT', message, { lastSeen: seen });
      }
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
  } finally {
    probe?.close();
  }
}

function urlsOf({ ports }: Task, host: string): SwarmNetwork['urls'] {
  const at = (port: number): string => `http://${host}:${ports.get(port)}`;
  return { gateway: at(conventionalPorts.gateway), stacks: at(conventionalPorts.stacks), bitcoin: at(conventionalPorts.bitcoin) };
}

async function failed({ docker, ask }: Client, service: string, { state, message }: Task): Promise<DevnetError> {
  const output = await ask('reading the output of a service', () =>
    docker.getService(service).logs({ stdout: true, stderr: true, tail: 20 }),
  )
    .then((frames) => outputLines(frames as unknown as Buffer))
    .catch(() => []);
  return new DevnetError('NOT_READY', `the network on the Swarm ended before it was ready: ${state}: ${message}`, {
    received: output.join('\n'),
    hint: 'images.devnet must have this program on every machine, and with real nodes their programs.',
  });
}
