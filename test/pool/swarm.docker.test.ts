import { buffer } from 'node:stream/consumers';
import type Docker from 'dockerode';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveOptions } from '#dist/config/resolve.js';
import { outputLines } from '#dist/engines/real-nodes/launch/docker/output.js';
import { type PoolServer, type PoolServerOptions, startPoolServer } from '#dist/pool/server.js';
import { startSwarmSource } from '#dist/pool/swarm.js';
import { poolDefaults } from './serve-pool.js';
import { canRunEngines, hasRealNodes, type ThreeEngines, threeEngines } from './three-engines.js';

const NETWORKS = 12;

describe.skipIf(!canRunEngines)('a Swarm of three engines', () => {
  let swarm: ThreeEngines;
  let manager: Docker;
  const before = process.env['DOCKER_HOST'];
  beforeAll(async () => {
    swarm = await threeEngines();
    manager = swarm.engines[0] as Docker;
    process.env['DOCKER_HOST'] = swarm.host;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    expect(await swarm?.remove()).toEqual([]);
  });

  const options = () => ({ docker: { swarm: true }, images: { devnet: swarm.image } });
  const startPool = async (given: Partial<PoolServerOptions> = {}): Promise<PoolServer> => {
    const source = await startSwarmSource(resolveOptions(options()), {});
    return startPoolServer({ ...poolDefaults, source, size: NETWORKS, spares: 0, onWarning: console.log, ...given });
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

  test('default: twelve networks on three machines; one machine dies, its networks are lost, the others do not notice', async () => {
    const pool = await startPool();
    const devnets = await Promise.all(Array.from({ length: NETWORKS }, () => startDevnet({ pool: pool.url })));
    const hosts = devnets.map(hostOf);
    expect([...new Set(hosts)].toSorted()).toEqual(swarm.addresses);
    await expectIsolated(devnets);

    const dead = String(swarm.addresses.at(-1));
    const isDead = (devnet: Devnet) => hostOf(devnet) === dead;
    const alive = devnets.filter((devnet) => !isDead(devnet));
    let isOver = false;
    // The others work all the time.
    const working = alive.map(async (devnet) => {
      let blocks = 0;
      while (!isOver) blocks += (await devnet.stacks.mine()).stacks.height > 0 ? 1 : 0;
      return blocks;
    });
    const killed = performance.now();
    await swarm.kill(swarm.addresses.indexOf(dead));
    for (const devnet of devnets.filter(isDead)) {
      await expect
        .poll(() => devnet.status().catch((error: Error) => error.message), { timeout: 120_000, interval: 200 })
        .toMatch(/^the pool ended this network: the network "\w+" is lost: /);
    }
    console.log(`lost networks were reported ${Math.round((performance.now() - killed) / 100) / 10} s after their machine died`);
    isOver = true;
    for (const blocks of await Promise.all(working)) expect(blocks).toBeGreaterThan(0);
    const listing = (await (await fetch(`${pool.url}/networks`)).json()) as { networks: object[]; counts: object };
    expect(listing.networks).toHaveLength(alive.length);
    expect(listing.counts).toMatchObject({ ended: { lost: NETWORKS - alive.length } });

    // A new one takes the place of a lost one, on a machine that lives.
    await using next = await startDevnet({ pool: pool.url });
    expect(hostOf(next)).not.toBe(dead);
    await Promise.all(devnets.map((devnet) => devnet.close()));
    await next.close();
    await pool.close();
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  });

  test('behavior: a lease that nobody renews ends, and the service with it', async () => {
    const pool = await startPool({ leaseMs: 2_000 });
    const { id } = (await (await fetch(`${pool.url}/networks`, { method: 'POST', headers: { prefer: 'wait=120' } })).json()) as {
      id: string;
    };
    expect(id).toMatch(/^\w+$/);
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
    await pool.close();
  });

  test('behavior: startDevnet without a pool; the next start removes a network whose container has ended', async () => {
    const first = await startDevnet(options());
    await first.faucet.stx(first.accounts.wallet_1.stx.address);
    await expect(first.clone()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    const remains = await left();
    await (await containerAt(String(first.urls.gateway))).kill();
    await expect
      .poll(() => first.status().catch((error: Error) => error.message), { timeout: 60_000 })
      .toMatch(/^the network on the Swarm is lost: /);
    const second = await startDevnet(options());
    const now = await left();
    for (const name of remains) expect(now).not.toContain(name);
    await second.close();
    await first.close();
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  });

  test('error: an image that no machine has, settings with files', async () => {
    const missing = `sha256:${'0'.repeat(64)}`;
    await expect(startDevnet({ docker: { swarm: true }, images: { devnet: missing } })).rejects.toMatchObject({
      code: 'NOT_READY',
      message: expect.stringMatching(/^the network on the Swarm ended before it was ready: rejected: /),
    });
    const contracts = [{ deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', name: 'a', source: '(define-constant a 1)' }];
    await expect(startDevnet({ ...options(), contracts })).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'contracts' });
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  });

  test.skipIf(!hasRealNodes)('default: two networks of real nodes', async () => {
    const both = await Promise.all([1, 2].map(() => startDevnet({ ...options(), engine: 'docker' })));
    for (const devnet of both) {
      const { block } = await devnet.faucet.stx(devnet.accounts.wallet_1.stx.address);
      expect(block?.height).toBeGreaterThan(0);
    }
    await Promise.all(both.map((devnet) => devnet.close()));
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  });

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
      const status = (url) => fetch(url + '/devnet/v1/status', { headers, signal: AbortSignal.timeout(3000) }).then(({ status }) => status, () => 'none');
      Promise.all([status('${other.urls.gateway}'), status('http://${address}:3999')]).then(([published, direct]) =>
        console.log(JSON.stringify({ own: file.includes('${one.controlKey}'), foreign: file.includes('${other.controlKey}'), published, direct })));`,
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
