import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';

const run = promisify(execFile);
const folder = path.resolve(import.meta.dirname, '../../compose');

type Service = { entrypoint?: string[]; command?: string[]; environment?: Record<string, string>; deploy: { replicas: unknown } };
type File = {
  services: { network: Service; redis: Service; gateway: Service; proxy: Service };
  networks: { devnet: { driver_opts?: object } };
  configs: { caddyfile: { file: string } };
};

/** compose/swarm.yaml on a Swarm. */
export type Stack = {
  /** Runs a command of Docker at the manager. @returns what it prints */
  docker(...args: string[]): Promise<string>;
  /** Returns running and wanted replicas by service, such as `2/2`. */
  replicas(): Promise<Record<string, string>>;
} & AsyncDisposable;

/**
 * Deploys compose/swarm.yaml with embedded nodes and two gateways, all of one image, without the proxy.
 * @param options.host `DOCKER_HOST` of the manager
 */
export async function deployStack({ host, image, name }: { host: string; image: string; name: string }): Promise<Stack> {
  const env = {
    ...process.env,
    ...{
      DOCKER_HOST: host,
      DEVNET_IMAGES_NETWORK: image,
      DEVNET_IMAGES_DEVNET: image,
      DEVNET_IMAGES_REDIS: image,
      DEVNET_IMAGES_PROXY: image,
    },
    ...{ DEVNET_CONTROL_KEY: 'a-control-key', DEVNET_NETWORK_ENGINE: 'embedded', DEVNET_GATEWAYS: '2', DEVNET_RATE_LIMIT: 'off' },
  };
  const docker = async (...args: string[]): Promise<string> => (await run('docker', args, { env })).stdout.trim();
  const file: File = parse(await readFile(path.join(folder, 'swarm.yaml'), 'utf8'));
  const { redis, gateway, proxy } = file.services;
  // The image of this test has another entry point than that of Redis, and no Caddy.
  redis.entrypoint = redis.command?.slice(0, 2) ?? [];
  redis.command = redis.command?.slice(2) ?? [];
  proxy.deploy.replicas = 0;
  file.configs.caddyfile.file = path.join(folder, file.configs.caddyfile.file);
  gateway.environment = { ...gateway.environment, DEVNET_DRAIN_SECONDS: '3' };
  // Not every kernel has ESP.
  delete file.networks.devnet.driver_opts;
  const files = await mkdtemp(path.join(tmpdir(), 'devnet-stack-'));
  const own = path.join(files, 'swarm.yaml');
  await writeFile(own, stringify(file));
  const secret = path.join(files, 'secret');
  await writeFile(secret, 'wrong-horse');

  await docker('node', 'update', '--label-add', 'devnet=nodes', await docker('node', 'ls', '--quiet', '--filter', 'role=manager'));
  await docker('secret', 'create', 'redis-password', secret);
  await docker('stack', 'deploy', '--resolve-image', 'never', '--compose-file', own, name);
  await rm(files, { recursive: true });
  return {
    docker,
    async replicas() {
      const lines = await docker(
        'service',
        'ls',
        '--filter',
        `label=com.docker.stack.namespace=${name}`,
        '--format',
        '{{.Name}} {{.Replicas}}',
      );
      return Object.fromEntries(lines.split('\n').map((line) => line.replace(`${name}_`, '').split(' ') as [string, string]));
    },
    async [Symbol.asyncDispose]() {
      await docker('stack', 'rm', name);
      await docker('secret', 'rm', 'redis-password').catch(() => undefined);
    },
  };
}

/**
 * JavaScript that calls the service `gateway` from inside until the file `/tmp/stop` exists, as a proxy does: a connection that is refused
 * is made
 * again. Prints the statuses and their numbers.
 */
export const LOAD = `
const { request } = require('node:http');
const { existsSync } = require('node:fs');
const send = (path, method) => new Promise((resolve, reject) => {
  const outgoing = request({ host: 'gateway', port: 3999, path, method, agent: false, headers: { prefer: 'wait=60' } }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode)).on('error', reject);
  });
  outgoing.on('error', reject).end();
});
const counts = {};
const call = async (path, method, limit = Date.now() + 10000) => {
  try {
    return await send(path, method);
  } catch (error) {
    if (!/ECONNREFUSED|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT/.test(error.code) || Date.now() > limit) return error.code;
    return call(path, method, limit);
  }
};
const load = async (path, method) => {
  while (!existsSync('/tmp/stop')) {
    const key = method + ' ' + await call(path, method);
    counts[key] = (counts[key] ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
Promise.all([
  load('/v2/info', 'GET'), load('/v2/info', 'GET'),
  load('/extended/v1/faucets/stx?address=ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5', 'POST'),
]).then(() => console.log(JSON.stringify(counts)));`;
