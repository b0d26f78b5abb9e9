import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { DevnetError, invalid } from '../../error.js';

/** Where a container engine listens, and how that is told to people. */
export type EngineAddress = { socketPath: string; name: string } | { host: string; port: number; name: string };

/** `DOCKER_HOST` and what the places of default sockets depend on: `HOME` and `XDG_RUNTIME_DIR`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Docker's port without TLS. */
const plainPort = 2375;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Where the container engine of this machine listens: where `DOCKER_HOST` says, else at the first socket there is of Docker's own,
 * Docker Desktop's, and those of rootless engines and Podman.
 * @throws DevnetError INVALID_INPUT for a `DOCKER_HOST` that is none, UNSUPPORTED for an engine of another machine
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

function namedAddress(text: string): EngineAddress {
  const name = `DOCKER_HOST ${text}`;
  for (const scheme of ['unix://', 'npipe://']) {
    if (text.startsWith(scheme) && text.length > scheme.length) return { socketPath: text.slice(scheme.length), name };
  }
  const web = text.replace(/^tcp:/, 'http:');
  const url = /^(?:https?|ssh):\/\//.test(web) && URL.canParse(web) ? new URL(web) : undefined;
  if (url === undefined) throw invalid('DOCKER_HOST', 'unix://PATH or tcp://127.0.0.1:PORT', text);
  if (url.protocol !== 'http:' || !loopback.test(url.hostname)) {
    throw new DevnetError('UNSUPPORTED', `${url.protocol}//${url.host}: the docker engine needs a container engine on this machine`, {
      field: 'DOCKER_HOST',
      expected: 'unix://PATH or tcp://127.0.0.1:PORT',
      received: `${url.protocol}//${url.host}`,
      hint: 'The nodes tell this process their events, for which they must reach it: run stacks-devnet where the container engine is.',
    });
  }
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || plainPort, name };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
