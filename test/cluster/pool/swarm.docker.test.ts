import { buffer } from 'node:stream/consumers';
import type Docker from 'dockerode';
import { connectDevnet, type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PoolServerOptions, startPoolServer } from '#dist/cluster/pool/server.js';
import { startSwarmSource } from '#dist/cluster/pool/swarm.js';
import { outputLines } from '#dist/engines/real-nodes/launch/docker/output.js';
import { resolveOptions } from '#dist/project/config/resolve.js';
import { child, emptyHome } from '../../cli/child.js';
import { inProcess } from '../../cli/in-process.js';
import { deployStack, LOAD } from '../../compose/stack.js';
import { hasRedis, startRedis } from '../replicas/redis.js';
import { poolDefaults, type TakenNetwork, type TestPool } from './serve-pool.js';
import { canRunEngines, hasRealNodes, type ThreeEngines, threeEngines } from './three-engines.js';

const NETWORKS = 12;
/** Where this machine has no programs of real nodes, other tests run them in images of their own. */
const REAL_NETWORKS = hasRealNodes ? 2 : 0;
/** A machine that does much else boots twelve networks in minutes. */
const timeout = 600_000;

describe.skipIf(!canRunEngines)('a Swarm of three engines', () => {
  let swarm: ThreeEngines;
  let manager: Docker;
  const before = process.env['DOCKER_HOST'];
  beforeAll(async () => {
    swarm = await threeEngines();
    manager = swarm.engines[0] as Docker;
    process.env['DOCKER_HOST'] = swarm.host;
  }, timeout);
  afterAll(async () => {
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    expect(await swarm?.remove()).toEqual([]);
  }, timeout);

  const options = () => ({ docker: { swarm: true }, images: { devnet: swarm.image } });
  const startPool = async (given: Partial<PoolServerOptions> = {}): Promise<TestPool> => {
    const source = await startSwarmSource(resolveOptions(options()), {});
    const { url, close } = await startPoolServer({ ...poolDefaults, source, size: NETWORKS, spares: 0, ...given });
    return { url, [Symbol.asyncDispose]: close };
  };
  /** What this program has on the Swarm. */
  const left = async (): Promise<string[]> => {
    const filters = { label: ['devnet.swarm'] };
    const [services, secrets, networks] = await Promise.all([
      manager.listServices({ filters }),
      manager.listSecrets({ filters }),
      manager.listNetworks({ filters }),
    ]);
    return [
      ...services.map(({ Spec }) => `service ${Spec?.Name}`),
      ...secrets.map(({ Spec }) => `secret ${Spec?.Name}`),
      ...networks.map(({ Name }) => `network ${Name}`),
    ];
  };
  /** The containers of an engine with the gateway at this URL. */
  const containerAt = async (url: string): Promise<Docker.Container> => {
    const { hostname, port } = new URL(url);
    const engine = swarm.engines[swarm.addresses.indexOf(hostname)] as Docker;
    const found = (await engine.listContainers()).find(({ Ports }) => Ports.some(({ PublicPort }) => `${PublicPort}` === port));
    return engine.getContainer(String(found?.Id));
  };
  const hostOf = (devnet: Devnet): string => new URL(String(devnet.urls.gateway)).hostname;

  test('default: twelve networks, and two of real nodes, on three machines; one machine dies: only its networks are lost', {
    timeout,
  }, async () => {
    await using pool = await startPool();
    const pooled = await Promise.all(Array.from({ length: NETWORKS }, () => startDevnet({ pool: pool.url })));
    expect([...new Set(pooled.map(hostOf))].toSorted()).toEqual(swarm.addresses);
    await expectIsolated(pooled);
    const real = await Promise.all(Array.from({ length: REAL_NETWORKS }, () => startDevnet({ ...options(), engine: 'docker' })));
    for (const devnet of real) await expectPayment(devnet);
    const devnets = [...pooled, ...real];

    const dead = String(swarm.addresses.at(-1));
    const isDead = (devnet: Devnet) => hostOf(devnet) === dead;
    const alive = devnets.filter((devnet) => !isDead(devnet));
    let isOver = false;
    // The others work all the time.
    const working = alive.map(async (devnet) => {
      let blocks = 0;
      for (; !isOver; blocks++) await devnet.stacks.mine();
      return blocks;
    });
    const killed = performance.now();
    await swarm.kill(swarm.addresses.indexOf(dead));
    const reasons = devnets
      .filter(isDead)
      .map((devnet) =>
        expect
          .poll(() => devnet.status().catch((error: Error) => error.message), { timeout: 150_000, interval: 200 })
          .toMatch(/^(?:the pool ended this network: the network "\w+"|the network on the Swarm) is lost: /),
      );
    await Promise.all(reasons).finally(() => {
      isOver = true;
    });
    console.log(`lost networks were reported ${((performance.now() - killed) / 1_000).toFixed(1)} s after their machine died`);
    for (const blocks of await Promise.all(working)) expect(blocks).toBeGreaterThan(0);
    for (const devnet of alive.filter((other) => real.includes(other))) await expectPayment(devnet);
    const listing = (await (await fetch(`${pool.url}/networks`)).json()) as { networks: object[]; counts: object };
    const stayed = pooled.filter((devnet) => !isDead(devnet));
    expect(listing.networks).toHaveLength(stayed.length);
    expect(listing.counts).toMatchObject({ ended: { lost: NETWORKS - stayed.length } });

    // A new one takes the place of a lost one, on a machine that lives.
    await using next = await startDevnet({ pool: pool.url });
    expect(hostOf(next)).not.toBe(dead);
    await Promise.all(devnets.map((devnet) => devnet.close()));
  });

  test('behavior: a lease that nobody renews ends, and the service with it', { timeout }, async () => {
    await expectNothing();
    await using pool = await startPool({ leaseMs: 2_000 });
    const answer = await fetch(`${pool.url}/networks`, { method: 'POST', headers: { prefer: 'wait=150' } });
    expect(answer.status).toBe(201);
    await expectNothing();
  });

  test('behavior: startDevnet without a pool; the next start removes a network whose container has ended', { timeout }, async () => {
    await using first = await startDevnet(options());
    await first.faucet.stx(first.accounts.wallet_1.stx.address);
    await expect(first.clone()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    const remains = await left();
    await (await containerAt(String(first.urls.gateway))).kill();
    await expect
      .poll(() => first.status().catch((error: Error) => error.message), { timeout: 150_000 })
      .toMatch(/^the network on the Swarm is lost: /);
    await using second = await startDevnet(options());
    const now = await left();
    for (const name of remains.filter((thing) => !thing.startsWith('network'))) expect(now).not.toContain(name);
    await (await containerAt(String(second.urls.gateway))).kill();
    const status = () => second.status().catch((error: Error) => error.message);
    await expect.poll(status, { timeout: 150_000 }).toMatch(/^the network on the Swarm is lost: /);
    using home = emptyHome();
    const clean = () => inProcess(['clean', '--keep-cache'], { ...home.env, DOCKER_HOST: swarm.host });
    expect(await clean()).toMatchObject({ status: 0, stdout: expect.stringContaining('removed a network of the Swarm: ') });
    await expectNothing();
    expect(await clean()).toMatchObject({ status: 0, stdout: 'nothing to remove' });
  });

  test.skipIf(!hasRedis)('behavior: a pool dies; another one takes over its network, which lives on', { timeout }, async () => {
    await using redis = await startRedis();
    using home = emptyHome();
    const env = { ...home.env, DOCKER_HOST: swarm.host, DEVNET_IMAGES_DEVNET: swarm.image, DEVNET_REDIS: redis.url };
    const start = () => child(['pool', '--docker-swarm', '--port', '0', '--size', '2', '--spares', '0', '--json'], env);
    await using one = start();
    await using two = start();
    const [first, second] = await Promise.all([one, two].map(async (pool) => JSON.parse(await pool.line(/ready/)).url as string));
    const taken = await fetch(`${first}/networks`, { method: 'POST', headers: { prefer: 'wait=150' } });
    const { id, urls, controlKey, lease } = (await taken.json()) as TakenNetwork;
    const authorization = `Bearer ${lease.secret}`;
    one.process.kill('SIGKILL');
    await one.ended;
    // Neither the death of its pool nor the sweep of another start ends it.
    await expect.poll(() => two.stderr.join('\n'), { timeout: 60_000 }).toContain(`took over the network ${id}`);
    await using _other = await startDevnet(options());
    const renewed = await fetch(`${second}/networks/${id}/lease`, { method: 'PUT', headers: { authorization } });
    expect(renewed.status).toBe(200);
    await using devnet = await connectDevnet(urls.gateway, { controlKey });
    await expectPayment(devnet);
    const ended = await fetch(`${second}/networks/${id}`, { method: 'DELETE', headers: { authorization } });
    expect(ended.status).toBe(204);
    const ready = () =>
      fetch(`${urls.gateway}/ready`, { signal: AbortSignal.timeout(3_000) }).then(
        ({ status }) => status,
        () => 'none',
      );
    await expect.poll(ready, { timeout: 60_000 }).toBe('none');
  });

  test.skipIf(!hasRedis)('default: compose/swarm.yaml pays, and its gateways are updated without a lost request', { timeout }, async () => {
    const { host, image } = swarm;
    await using stack = await deployStack({ host, image, name: 'stack' });
    await expect
      .poll(stack.replicas, { timeout: 300_000, interval: 500 })
      .toEqual({ network: '1/1', redis: '1/1', gateway: '2/2', proxy: '0/0' });
    const filters = { label: ['com.docker.swarm.service.name=stack_network'] };
    const [{ Id: id = '' } = {}] = await manager.listContainers({ filters });
    const inside = manager.getContainer(id);
    const loading = runIn(inside, LOAD);
    await stack.docker('service', 'update', '--force', '--detach=false', '--no-resolve-image', '--quiet', 'stack_gateway');
    await runIn(inside, `require('node:fs').writeFileSync('/tmp/stop', '')`);
    const counts = JSON.parse(await loading);
    console.log(`requests during the update: ${JSON.stringify(counts)}`);
    expect(counts).toEqual({ 'GET 200': expect.any(Number), 'POST 200': expect.any(Number) });
    expect(await stack.docker('service', 'inspect', '--format', '{{.UpdateStatus.State}}', 'stack_gateway')).toBe('completed');
  });

  test('error: an image that no machine has, settings with files', { timeout }, async () => {
    const missing = `sha256:${'0'.repeat(64)}`;
    await expect(startDevnet({ docker: { swarm: true }, images: { devnet: missing } })).rejects.toMatchObject({
      code: 'NOT_READY',
      message: expect.stringMatching(/^the network on the Swarm ended before it was ready: rejected: /),
    });
    const contracts = [{ deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', name: 'a', source: '(define-constant a 1)' }];
    await expect(startDevnet({ ...options(), contracts })).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'contracts' });
    await expectNothing();
  });

  /** Waits until this program has nothing on the Swarm. */
  const expectNothing = () => expect.poll(left, { timeout: 150_000 }).toEqual([]);

  async function expectPayment(devnet: Devnet): Promise<void> {
    const { block } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
    expect(block?.height).toBeGreaterThan(0);
  }

  /** A container has the key of its network only, and reaches another one only where everybody does. */
  async function expectIsolated([one, other]: readonly Devnet[]): Promise<void> {
    if (one === undefined || other === undefined) throw new RangeError('two networks are needed');
    const [container, foreign] = await Promise.all([one, other].map(({ urls }) => containerAt(String(urls.gateway))));
    if (container === undefined || foreign === undefined) throw new RangeError('both have containers');
    const { Config: config } = await container.inspect();
    expect(JSON.stringify(config)).not.toContain(String(one.controlKey));
    const { NetworkSettings: settings } = await foreign.inspect();
    const [address] = Object.entries(settings.Networks).flatMap(([name, { IPAddress: ip }]) => (name.startsWith('devnet-') ? [ip] : []));
    const seen = await runIn(
      container,
      `const file = require('node:fs').readFileSync('/app/devnet.config.json', 'utf8');
      const headers = { authorization: 'Bearer ' + JSON.parse(file).control.key };
      const ask = (url) => fetch(url + '/devnet/v1/status', { headers, signal: AbortSignal.timeout(3000) });
      const status = (url) => ask(url).then(({ status }) => status, () => 'none');
      const [own, foreign] = ['${one.controlKey}', '${other.controlKey}'].map((key) => file.includes(key));
      Promise.all([status('${other.urls.gateway}'), status('http://${address}:3999')]).then(([published, direct]) =>
        console.log(JSON.stringify({ own, foreign, published, direct })));`,
    );
    expect(JSON.parse(seen)).toEqual({ own: true, foreign: false, published: 403, direct: 'none' });
  }
});

/** Runs JavaScript in a container. @returns what it prints */
async function runIn(container: Docker.Container, code: string): Promise<string> {
  const exec = await container.exec({ Cmd: ['node', '-e', code], AttachStdout: true, AttachStderr: true });
  const frames = await buffer(await exec.start({}));
  return outputLines(frames).join('\n');
}
