import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { DRAIN_MS } from '#dist/gateway/on-demand.js';
import { btcFaucetKeys, stxFaucetKeys } from '#dist/network/faucet/keys.js';
import { type RateLimits, rateLimit } from '#dist/project/config/rate-limit.js';
import { resolveConfig } from '#dist/project/config/resolve.js';
import { environmentName, settingKeys } from '#dist/project/config/settings.js';
import { child, emptyHome } from '../cli/child.js';
import { hasRedis, startRedis } from '../cluster/replicas/redis.js';
import { freePorts } from '../free-ports.js';
import { testGateway } from '../gateway/support/gateway.js';

const folder = path.resolve(import.meta.dirname, '../../compose');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

type Service = {
  image: string;
  environment?: Record<string, string>;
  command?: string[];
  entrypoint?: string[];
  ports?: unknown[];
  secrets?: string[];
  volumes?: string[];
  configs?: { source: string }[];
  stop_grace_period?: string;
};
type File = { services: Record<string, Service>; volumes: object; configs: Record<string, { file: string }>; secrets: object };

/** Fills in variables as Docker does. */
const fill = (text: string): string =>
  text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, name: string, usual?: string) => usual ?? `a-${name.toLowerCase()}`);
const file: File = parse(fill(read('swarm.yaml')));
const environment = (service: string): Record<string, string> =>
  Object.fromEntries(Object.entries(file.services[service]?.environment ?? {}).map(([name, value]) => [name, `${value}`]));

test('default: the variables of services are settings, with valid values', async () => {
  const known = settingKeys.map(environmentName);
  for (const service of ['network', 'gateway']) expect(known).toEqual(expect.arrayContaining(Object.keys(environment(service))));
  expect(await resolveConfig({ env: environment('network') })).toMatchObject({ engine: 'native', host: '0.0.0.0' });
  expect(await resolveConfig({ env: { ...environment('gateway'), DEVNET_REDIS: 'redis://:a@redis:6379' } })).toMatchObject({
    engine: 'external',
    external: { bitcoinRpc: 'http://devnet:devnet@network:18443', stacksRpc: 'http://network:3999' },
    trustedProxies: ['10.77.0.0/24'],
    drainSeconds: 10,
  });
});

test('default: the faucets pay from the keys that the network funds', async () => {
  const { faucet } = await resolveConfig({ env: environment('gateway') });
  const keys = (list: readonly { privateKey: string }[]) => list.map(({ privateKey }) => privateKey);
  expect(faucet.btc.keys).toEqual(keys(await btcFaucetKeys(undefined)));
  expect(faucet.stx.keys).toEqual(keys(await stxFaucetKeys(undefined)));
});

test('behavior: only the proxy is reachable, and passwords are in no configuration', () => {
  const published = Object.entries(file.services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['proxy']);
  expect(environment('gateway')).not.toHaveProperty('DEVNET_REDIS');
  for (const name of ['redis', 'gateway']) {
    expect(file.services[name]?.secrets).toEqual(['redis-password']);
    expect(file.services[name]?.command?.join(' ')).toContain('$$(cat /run/secrets/redis-password)');
  }
});

test('behavior: Docker waits longer for a gateway than the gateway for its requests', () => {
  const seconds = Number.parseInt(file.services['gateway']?.stop_grace_period ?? '', 10);
  expect(seconds * 1_000).toBeGreaterThan(Number(environment('gateway')['DEVNET_DRAIN_SECONDS']) * 1_000 + DRAIN_MS);
});

test('behavior: volumes, configurations and secrets are declared', () => {
  const services = Object.values(file.services);
  const volumes = services.flatMap(({ volumes: mounted = [] }) => mounted.map((volume) => volume.split(':')[0]));
  expect(new Set(volumes)).toEqual(new Set(Object.keys(file.volumes)));
  expect(new Set(services.flatMap(({ configs = [] }) => configs.map(({ source }) => source)))).toEqual(new Set(Object.keys(file.configs)));
  for (const { file: name } of Object.values(file.configs)) expect(read(name)).toContain('reverse_proxy');
});

/** No engine is needed for it. An old client has no such command, and answers with the help of `docker stack`. */
const hasStackConfig = spawnSync('docker', ['stack', 'config', '--help'], { encoding: 'utf8' }).stdout?.includes('--compose-file') === true;

test.skipIf(!hasStackConfig)('behavior: Docker accepts the file', () => {
  const command = ['stack', 'config', '--compose-file', path.join(folder, 'swarm.yaml')];
  const shown = parse(execFileSync('docker', command, { encoding: 'utf8', env: { ...process.env, DEVNET_CONTROL_KEY: 'key' } }));
  expect(Object.keys(shown.services).toSorted()).toEqual(Object.keys(file.services).toSorted());
});

test.skipIf(!hasRedis)('behavior: the commands of the services start a network and a gateway that pays', async () => {
  await using redis = await startRedis();
  using home = emptyHome();
  const [stacks = 0, bitcoin = 0, nodes = 0, gateway = 0] = await freePorts(4);
  const here = { ...home.env, DEVNET_HOST: '127.0.0.1' };
  const ports = { DEVNET_PORTS_STACKS: `${stacks}`, DEVNET_PORTS_BITCOIN: `${bitcoin}`, DEVNET_PORTS_GATEWAY: `${nodes}` };
  const embedded = { DEVNET_ENGINE: 'embedded', DEVNET_MINING_BITCOIN: 'auto' };
  const network = file.services['network']?.command ?? [];
  await using running = child(network, { ...environment('network'), ...here, ...ports, ...embedded });
  await running.line(/"urls"/);

  const secret = path.join(home.path, 'secret');
  writeFileSync(secret, redis.password);
  const [script = ''] = file.services['gateway']?.command ?? [];
  const local = script.replaceAll('$$', '$').replace('/run/secrets/redis-password', secret).replace('redis:6379', new URL(redis.url).host);
  const urls = {
    DEVNET_EXTERNAL_BITCOIN_RPC: environment('gateway')['DEVNET_EXTERNAL_BITCOIN_RPC']?.replace('network:18443', `127.0.0.1:${bitcoin}`),
    DEVNET_EXTERNAL_STACKS_RPC: `http://127.0.0.1:${nodes}`,
    DEVNET_PORTS_GATEWAY: `${gateway}`,
    DEVNET_DRAIN_SECONDS: '0',
  };
  const options = { program: file.services['gateway']?.entrypoint ?? [], cwd: path.resolve(folder, '..') };
  await using replica = child([local], { ...environment('gateway'), ...here, ...urls }, options);
  await replica.line(/"urls"/);
  const address = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
  const init = { method: 'POST', headers: { prefer: 'wait=100' } };
  const answer = await fetch(`http://127.0.0.1:${gateway}/extended/v1/faucets/stx?address=${address}`, init);
  expect(await answer.json()).toMatchObject({ success: true, block: { height: expect.any(Number) } });
  expect([...replica.stdout, ...replica.stderr].join('\n')).not.toContain(redis.password);
});

test('default: every metric of the dashboard exists', async () => {
  const limits = rateLimit.read('standard', { field: 'rateLimit' }) as RateLimits;
  const keyFile = path.join(import.meta.dirname, 'none.json');
  await using gateway = await testGateway({ policy: { limits, factor: 1, keyFile }, replicas: { name: 'one', isUp: () => true } });
  const { body } = await gateway.app.inject('/metrics');
  const existing = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'));
  const used = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:devnet|process|nodejs)_\w+/g) ?? []),
  );
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((name) => !existing.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([]);
  expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
});
