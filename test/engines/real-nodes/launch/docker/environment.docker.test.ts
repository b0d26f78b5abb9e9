import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { until } from '#dist/engines/common/follow/until.js';
import { engineAddress } from '#dist/engines/real-nodes/launch/docker/address.js';
import { connect } from '#dist/engines/real-nodes/launch/docker/client.js';
import type { Images } from '#dist/engines/real-nodes/launch/docker/images.js';
import { findProgram, type ImageProgram } from '#dist/engines/real-nodes/launch/docker/programs.js';
import type { EnvironmentPlan, Program, Service, ServiceEnvironment } from '#dist/engines/real-nodes/launch/launcher.js';
import { bitcoindArgs } from '#dist/engines/real-nodes/settings/bitcoind-args.js';
import { dockerLauncher, images } from './launcher.js';
import { testWithBitcoind as test, testWithNodes } from './real-nodes.js';

const account = { rpcUser: 'user', rpcPassword: 'secret' };
const address = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const launcher = dockerLauncher();
const docker = new Docker();
const folder = mkdtempSync(join(tmpdir(), 'devnet-docker-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let bitcoind: Pick<ImageProgram, 'flavour'>;
beforeAll(async () => {
  bitcoind = await find('bitcoind');
});

async function find(program: Program, changes: Partial<Images> = {}): Promise<ImageProgram> {
  const client = await connect(await engineAddress(process.env));
  return findProgram(program, { client, images: { ...images, ...changes }, labels: { 'devnet.run': 'test' } });
}

const environments: ServiceEnvironment[] = [];
afterEach(async () => {
  await Promise.all(environments.splice(0).map((environment) => environment.close()));
});
async function open(plan: Partial<EnvironmentPlan> = {}): Promise<ServiceEnvironment> {
  const environment = await launcher.open({
    services: { bitcoind: ['rpc', 'p2p'] },
    published: { 'bitcoind/rpc': 0 },
    host: '127.0.0.1',
    ...plan,
  });
  environments.push(environment);
  return environment;
}
const start = (environment: ServiceEnvironment, ...more: string[]): Promise<Service> =>
  environment.start('bitcoind', { program: 'bitcoind', args: [...bitcoindArgs(environment, account, bitcoind.flavour), ...more] });

/** Resolves when it answers. */
async function answering(service: Service) {
  const rpc = createBitcoinClient({
    rpcUrl: () => `http://127.0.0.1:${service.reach('rpc').port}`,
    ...account,
  });
  await until({
    what: 'bitcoind to answer',
    timeoutMs: 30_000,
    signal: undefined,
    ends: new AbortController().signal,
    look: () => rpc.height({ timeoutMs: 1_000 }),
  });
  return rpc;
}
/** All containers, networks and volumes of runs. */
async function made(): Promise<string[]> {
  const filters = { label: ['devnet.run'] };
  const [containers, networks, { Volumes: volumes }] = await Promise.all([
    docker.listContainers({ all: true, filters }),
    docker.listNetworks({ filters }),
    docker.listVolumes({ filters }),
  ]);
  return [...containers.map(({ Id }) => Id), ...networks.map(({ Name }) => Name), ...volumes.map(({ Name }) => Name)];
}

test('default: a service answers until it is stopped, and close removes everything', async () => {
  const environment = await open();
  const service = await start(environment);
  expect(await (await answering(service)).height()).toBe(0);
  expect((await made()).length).toBe(4);
  expect(await service.stop()).toEqual({ code: 0, signal: null, expected: true });
  expect(await service.kill()).toEqual(await service.ended);
  await environment.close();
  await environment.close();
  expect(await made()).toEqual([]);
  await expect(start(environment)).rejects.toMatchObject({ code: 'NOT_READY' });
});

test('behavior: services call each other by name, and this process by its address in the network', async () => {
  const environment = await open();
  expect(environment.address('bitcoind', 'p2p')).toEqual({ host: 'bitcoind', port: 18444 });
  expect(environment.bind('bitcoind', 'rpc')).toEqual({ host: '0.0.0.0', port: 18443 });
  expect(environment.path('a', 'b')).toBe('/devnet/a/b');
  expect(await environment.backchannel()).toMatchObject({ calledAs: expect.stringMatching(/./) });
});

test('behavior: load restores the saved state, at the same port', async () => {
  const environment = await open();
  expect(await environment.write('conf/kept.toml', 'a = 1\n')).toBe('/devnet/conf/kept.toml');
  const first = await start(environment);
  const rpc = await answering(first);
  await rpc.generate(3, address);
  await rpc.call('gettxoutsetinfo', ['none']);
  const target = join(folder, 'state');
  await environment.freeze();
  await expect(rpc.height({ timeoutMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await environment.save(target);
  await environment.thaw();
  expect(await rpc.height()).toBe(3);
  expect(readdirSync(target).sort()).toEqual(['conf', 'regtest']);
  expect(readdirSync(join(target, 'regtest'))).not.toContain('.lock');
  await rpc.generate(2, address);
  await expect(environment.load(target)).rejects.toMatchObject({ code: 'BUSY' });
  expect(await first.kill()).toEqual({ code: null, signal: 'SIGKILL', expected: true });
  await environment.load(target);
  const second = await start(environment);
  expect(second.reach('rpc')).toEqual(first.reach('rpc'));
  expect(await (await answering(second)).height()).toBe(3);
  expect(readdirSync(folder)).toEqual(['state']);
});

test('behavior: a frozen service can be stopped', async () => {
  const environment = await open();
  const service = await start(environment);
  await answering(service);
  await environment.freeze();
  expect(await service.stop()).toMatchObject({ code: 0, expected: true });
});

test('error: a service that fails reports why', async () => {
  const service = await start(await open(), '-no-such-option');
  expect(await service.ended).toEqual({ code: 1, signal: null, expected: false });
  expect((await service.output()).join('\n')).toContain('no-such-option');
});

test('error: a service that another program ends', async () => {
  const service = await start(await open());
  await answering(service);
  const [container] = await docker.listContainers({ filters: { label: ['devnet.run'] } });
  await docker.getContainer(container?.Id ?? '').kill();
  expect(await service.ended).toEqual({ code: null, signal: 'SIGKILL', expected: false });
});

test('behavior: a free port that another program takes before the start is given up for another', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.5);
  const environment = await open();
  random.mockRestore();
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(26_500, '127.0.0.1', resolve));
  try {
    const service = await start(environment);
    expect(service.reach('rpc').port).not.toBe(26_500);
    expect(await (await answering(service)).height()).toBe(0);
  } finally {
    server.close();
  }
});

test('error: a port that another program has', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const held = server.address();
  const port = typeof held === 'object' && held !== null ? held.port : 0;
  try {
    await expect(open({ published: { 'bitcoind/rpc': port } })).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'ports.bitcoin' });
  } finally {
    server.close();
  }
  expect(await made()).toEqual([]);
});

describe('leftovers', () => {
  const owner = { 'devnet.run': 'dead', 'devnet.owner.pid': `${process.pid}`, 'devnet.owner.start': 'long ago' };

  test("default: a dead run's are removed before the next one starts, another machine's stay", async () => {
    const steps: string[] = [];
    const mine = { ...owner, 'devnet.owner.machine': hostname() };
    const others = { ...owner, 'devnet.run': 'elsewhere', 'devnet.owner.machine': `not-${hostname()}` };
    await docker.createNetwork({ Name: 'devnet-dead', Labels: mine });
    await docker.createVolume({ Name: 'devnet-dead-state-1', Labels: mine });
    const dead = await docker.createContainer({
      Image: images.bitcoind,
      Entrypoint: ['bitcoind'],
      Cmd: ['-regtest'],
      Labels: mine,
      HostConfig: { NetworkMode: 'devnet-dead', Binds: ['devnet-dead-state-1:/devnet'] },
    });
    await dead.start();
    await docker.createVolume({ Name: 'devnet-elsewhere-state-1', Labels: others });
    try {
      const environment = await open({ onProgress: (step) => steps.push(step) });
      await environment.close();
      expect(steps).toEqual(['ended 1 container of an earlier run']);
      expect(await made()).toEqual(['devnet-elsewhere-state-1']);
    } finally {
      await docker.getVolume('devnet-elsewhere-state-1').remove();
    }
  });
});

describe('images', () => {
  testWithNodes('default: a version, a flavour, and an identity that is the digest', async () => {
    expect(await launcher.programs()).toMatchObject({
      bitcoind: { version: expect.stringMatching(/^\d/), flavour: expect.stringMatching(/^(?:Core|Knots)$/) },
      'stacks-node': { identity: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    });
    expect(await made()).toEqual([]);
  });

  test('error: one that is nowhere', async () => {
    // The image of the signer only has to exist.
    const missing = { ...images, stacksSigner: images.bitcoind, stacksNode: 'localhost:1/devnet-test/none:1' };
    await expect(dockerLauncher({ images: missing }).programs()).rejects.toMatchObject({
      code: 'MISSING',
      field: 'images.stacksNode',
      received: 'localhost:1/devnet-test/none:1',
      hint: expect.stringContaining('docker pull'),
    });
    expect(await made()).toEqual([]);
  });

  test('error: one without the program', async () => {
    await expect(find('stacks-signer', { stacksSigner: images.bitcoind })).rejects.toMatchObject({
      code: 'MISSING',
      field: 'images.stacksSigner',
    });
    expect(await made()).toEqual([]);
  });
});
