import { delimiter, join } from 'node:path';
import { homeDirectory } from '#platform/directories.js';
import type { Environment } from '#platform/environment.js';
import { exists } from '#platform/exists.js';
import { messageOf } from '../../base/error.js';
import { throughSsh } from '../../engines/docker.js';
import type { ResolvedConfig } from '../../project/config.js';
import { examineImages } from './docker-images.js';
import { askEngine, type EngineApiAddress } from './engine-api.js';
import type { Finding } from './finding.js';
import { neededVersions } from './native.js';
import { examineSwarm } from './swarm.js';

const item = 'engine';

/** Checks whether a container engine answers, at `DOCKER_HOST` or at a default socket, and which images it has. */
export async function examineDocker(
  { images, cache, epoch }: Pick<ResolvedConfig, 'images' | 'cache' | 'epoch'>,
  env: Environment,
): Promise<Finding[]> {
  const engine = await findEngine(env);
  const [found] = engine;
  if (found?.address === undefined || !engine.every(({ ok }) => ok)) return engine.map(withoutAddress);
  const swarm = await examineSwarm(found.address);
  return [...engine.map(withoutAddress), ...swarm, ...(await examineImages({ images, cache }, env)), neededVersions(epoch)];
}

/** A finding about an engine, and where it answers. */
type EngineFinding = Finding & { address?: EngineApiAddress | undefined };

function withoutAddress({ address: _address, ...finding }: EngineFinding): Finding {
  return finding;
}

async function findEngine(env: Environment): Promise<EngineFinding[]> {
  const host = env['DOCKER_HOST'];
  if (host) return [await examineHost(host)];
  const failures: EngineFinding[] = [];
  for (const socketPath of defaultSockets(env)) {
    const finding = await ask(socketPath, { socketPath });
    if (finding.ok) return [finding];
    failures.push(finding);
  }
  // A socket that refuses is more useful to report than sockets that do not exist.
  return [failures.find(({ text }) => !text.endsWith(absent)) ?? (await nowhere(failures, env['PATH'] ?? ''))];
}

const absent = 'does not exist';

async function nowhere(failures: readonly Finding[], searchPath: string): Promise<Finding> {
  const sockets = failures.map(({ text }) => text.slice(0, -absent.length - 1));
  const installed = await Promise.all(searchPath.split(delimiter).map((folder) => exists(join(folder, 'dockerd'))));
  return {
    item,
    ok: false,
    text: `no container engine: DOCKER_HOST is not set, and these sockets do not exist: ${sockets.join(', ')}`,
    hint: installed.includes(true) ? startCommand() : await installCommand(),
  };
}

async function examineHost(host: string): Promise<EngineFinding> {
  const name = `DOCKER_HOST ${host}`;
  if (host.startsWith('unix://')) return ask(name, { socketPath: host.slice('unix://'.length) });
  if (host.startsWith('ssh://')) {
    const machine = URL.canParse(host) ? new URL(host).hostname : 'HOST';
    return { item, ok: false, text: `${name}: ssh is not supported`, hint: throughSsh(machine) };
  }
  if (!/^(?:tcp|https?):\/\//.test(host) || !URL.canParse(host)) {
    return {
      item,
      ok: false,
      text: `${name}: expected unix://PATH or tcp://HOST:PORT`,
      hint: 'export DOCKER_HOST=unix:///var/run/docker.sock',
    };
  }
  const { hostname, port } = new URL(host.replace(/^tcp:/, 'http:'));
  return ask(name, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 2375 });
}

/** Returns the sockets of Docker, Docker Desktop, rootless engines and Podman; on Windows the pipe of Docker Desktop. */
function defaultSockets(env: Environment): string[] {
  if (process.platform === 'win32') return ['//./pipe/docker_engine'];
  const home = homeDirectory(env);
  const runtime = env['XDG_RUNTIME_DIR'];
  return [
    '/var/run/docker.sock',
    `${home}/.docker/run/docker.sock`,
    ...(runtime ? [`${runtime}/docker.sock`, `${runtime}/podman/podman.sock`] : []),
  ];
}

/** Sends `GET /version` of the Engine API, which Podman serves, too. */
async function ask(name: string, address: EngineApiAddress): Promise<EngineFinding> {
  try {
    const version = await askEngine(address, '/version');
    if (typeof version['Version'] !== 'string') throw new Error('it answers, but is no container engine');
    return { item, ok: true, text: `${version['Version']} (${version['Os']}/${version['Arch']}), ${name}`, address };
  } catch (error) {
    return failure(name, error);
  }
}

function failure(name: string, error: unknown): Finding {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return { item, ok: false, text: `${name} ${absent}`, hint: startCommand() };
    case 'ECONNREFUSED':
      return { item, ok: false, text: `${name}: connection refused`, hint: startCommand() };
    case 'EACCES':
      return {
        item,
        ok: false,
        text: `${name}: permission denied for this user`,
        hint: 'sudo usermod -aG docker "$USER" && newgrp docker',
      };
    default:
      return { item, ok: false, text: `${name}: ${messageOf(error)}`, hint: 'docker version' };
  }
}

function startCommand(): string {
  if (process.platform === 'win32') return 'start "" "%ProgramFiles%\\Docker\\Docker\\Docker Desktop.exe"';
  return process.platform === 'darwin' ? 'open -a Docker' : 'sudo systemctl start docker';
}

async function installCommand(): Promise<string> {
  if (process.platform === 'win32') return 'winget install Docker.DockerDesktop';
  if (process.platform === 'darwin') return 'brew install --cask docker';
  const hasApt = await exists('/usr/bin/apt-get');
  return hasApt ? 'sudo apt-get install docker.io' : 'curl -fsSL https://get.docker.com | sudo sh';
}
