import Docker from 'dockerode';
import { expect, test } from 'vitest';
import { testCache } from '../cache.js';
import { images } from '../engines/real-nodes/launch/docker/launcher.js';
import { describeWithNodes } from '../engines/real-nodes/launch/docker/real-nodes.js';
import { waitUntil } from '../engines/real-nodes/launch/native/processes.js';
import { type Child, child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const docker = new Docker();
const { DOCKER_HOST } = process.env;
const settings = {
  DOCKER_HOST,
  DEVNET_CACHE_DIR: testCache.dir,
  DEVNET_IMAGES_BITCOIND: images.bitcoind,
  DEVNET_IMAGES_STACKS_NODE: images.stacksNode,
  DEVNET_IMAGES_STACKS_SIGNER: images.stacksSigner,
};

/** Returns what a process has in the container engine: containers in any state, volumes and networks. */
async function left({ process: { pid } }: Child): Promise<string[]> {
  const filters = { label: [`devnet.owner.pid=${pid}`] };
  const [containers, networks, { Volumes: volumes }] = await Promise.all([
    docker.listContainers({ all: true, filters }),
    docker.listNetworks({ filters }),
    docker.listVolumes({ filters }),
  ]);
  return [...containers.flatMap(({ Names: names }) => names), ...networks.map(({ Name }) => Name), ...volumes.map(({ Name }) => Name)];
}

describeWithNodes('up --engine docker', () => {
  test('behavior: after a kill during boot or run, the next start removes what was left, and Ctrl-C cleans up', async () => {
    using home = emptyHome();
    const up = (...more: string[]) =>
      child(['up', '--engine', 'docker', '--ports', 'auto', '--json', ...more], { ...home.env, ...settings });

    await using booting = up('--cache-enabled', 'false');
    await waitUntil(async () => (await left(booting)).some((name) => name.endsWith('-stacks-node')));
    booting.process.kill('SIGKILL');
    await booting.ended;

    await using running = up();
    await running.line(/"ready":true/);
    expect(await left(booting)).toEqual([]);
    const { stdout } = await inProcess(['logs', 'bitcoind', '--lines', '1000'], { ...home.env, ...settings });
    // With a network that was kept, no block is mined before the start is ready.
    expect(stdout).toMatch(/init message: Done loading/);
    running.process.kill('SIGKILL');
    await running.ended;
    expect((await left(running)).length).toBe(6);

    await using last = up();
    await last.line(/"ready":true/);
    expect(await left(running)).toEqual([]);
    last.process.kill('SIGINT');
    expect(await last.ended).toMatchObject({ status: 0, signal: null });
    expect(await left(last)).toEqual([]);
  });

  test('error: an image that does not exist', async () => {
    using home = emptyHome();
    const missing = { ...settings, DEVNET_IMAGES_STACKS_SIGNER: 'localhost:1/devnet-test/none:1' };
    await using running = child(['up', '--engine', 'docker', '--ports', 'auto'], { ...home.env, ...missing });
    const { status, stderr } = await running.ended;
    expect(status).toBe(6);
    expect(stderr).toMatch(
      /error: stacks-signer: the image localhost:1\/devnet-test\/none:1 does not exist here and cannot be pulled: .*\nhint: docker pull /,
    );
    expect(await left(running)).toEqual([]);
  });
});
