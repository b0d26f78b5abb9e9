import { join } from 'node:path';
import { DevnetError, invalid } from '../../error.js';
import { exists } from '../../system/exists.js';

/** Where a container engine listens, and how that is told to people. `remote`: on another machine, at `host`. */
export type EngineAddress = { socketPath: string; name: string } | { host: string; port: number; name: string; remote?: true };

/** `DOCKER_HOST` and what the places of default sockets depend on: `HOME` and `XDG_RUNTIME_DIR`. */
type Environment = Readonly<Record<string, string | undefined>>;

const expected = 'unix://PATH or tcp://HOST:PORT';
/** Docker's port without TLS. */
const plainPort = 2375;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Where the container engine listens: where `DOCKER_HOST` says, else at the first socket there is on this machine of Docker's own,
 * Docker Desktop's, and those of rootless engines and Podman.
 * @throws DevnetError INVALID_INPUT for a `DOCKER_HOST` that is none, UNSUPPORTED for one through ssh or TLS
 */
export async function engineAddress(environment: Environment): Promise<EngineAddress> {
  const host = environment['DOCKER_HOST'];
  if (host) return namedAddress(host);
  if (process.platform === 'win32') return { socketPath: '//./pipe/docker_engine', name: 'npipe:////./pipe/docker_engine' };
  const sockets = defaultSockets(environment);
  for (const socketPath of sockets) if (await exists(socketPath)) return { socketPath, name: socketPath };
  return { socketPath: defaultSocket, name: defaultSocket };
}

const defaultSocket = '/var/run/docker.sock';

function defaultSockets({ HOME: home, XDG_RUNTIME_DIR: runtime }: Environment): string[] {
  return [
    defaultSocket,
    ...(home ? [join(home, '.docker/run/docker.sock')] : []),
    ...(runtime ? [join(runtime, 'docker.sock'), join(runtime, 'podman/podman.sock')] : []),
  ];
}

/**
 * The other way round: the engine's machine runs the network, and its ports come here. A tunnel to the engine alone would leave out
 * the ports of the nodes, which it publishes on its own machine.
 */
export function throughSsh(host: string): string {
  const ports = [3999, 20443, 18443].map((port) => `-L ${port}:127.0.0.1:${port}`);
  return `ssh ${ports.join(' ')} ${host} npx stacks-devnet up --engine docker`;
}

function namedAddress(text: string): EngineAddress {
  const name = `DOCKER_HOST ${text}`;
  for (const scheme of ['unix://', 'npipe://']) {
    if (text.startsWith(scheme) && text.length > scheme.length) return { socketPath: text.slice(scheme.length), name };
  }
  const web = text.replace(/^tcp:/, 'http:');
  const url = /^(?:https?|ssh):\/\//.test(web) && URL.canParse(web) ? new URL(web) : undefined;
  if (url === undefined) throw invalid('DOCKER_HOST', expected, text);
  if (url.protocol !== 'http:') {
    throw new DevnetError('UNSUPPORTED', `${url.protocol}//${url.host}: the docker engine speaks neither ssh nor TLS`, {
      field: 'DOCKER_HOST',
      expected,
      received: `${url.protocol}//${url.host}`,
      hint: throughSsh(url.hostname),
    });
  }
  const address = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || plainPort, name };
  return loopback.test(url.hostname) ? address : { ...address, remote: true };
}
