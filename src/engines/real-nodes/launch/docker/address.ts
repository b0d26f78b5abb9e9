import { join } from 'node:path';
import { exists } from '#platform/exists.js';
import { DevnetError, invalid } from '../../../../base/error.js';

/** The address of a container engine. `name` is for messages; `remote` means that it runs on another machine, `host`. */
export type EngineAddress = { socketPath: string; name: string } | { host: string; port: number; name: string; remote?: true };

/** `DOCKER_HOST`, and `HOME` and `XDG_RUNTIME_DIR`, which the paths of default sockets depend on. */
type Environment = Readonly<Record<string, string | undefined>>;

const expected = 'unix://PATH or tcp://HOST:PORT';
/** Docker's port without TLS. */
const plainPort = 2375;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns where the container engine listens: at `DOCKER_HOST`, else at the first existing socket of Docker, Docker Desktop, a rootless
 * engine and Podman.
 * @throws DevnetError INVALID_INPUT for a malformed `DOCKER_HOST`, UNSUPPORTED for ssh or TLS
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
 * Returns the command that runs the network on the machine of the engine and forwards its ports to this one. A tunnel to the engine
 * alone does not forward the ports of the nodes.
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
