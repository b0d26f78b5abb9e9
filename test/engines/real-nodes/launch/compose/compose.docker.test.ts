import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../free-ports.js';
import { images } from '../docker/launcher.js';

const run = promisify(execFile);
const project = `devnet-test-${process.pid}`;
const file = resolve(import.meta.dirname, '../../../../../compose/compose.yaml');
const docker = new Docker();
const filters = { label: [`com.docker.compose.project=${project}`] };
/** The image of the service `devnet`. Tests pull and build no images. */
const own = process.env['DEVNET_IMAGES_DEVNET'] ?? 'stacks-devnet';
const ports = { gateway: 0, stacks: 0, bitcoin: 0 };

async function compose(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    DEVNET_IMAGES_BITCOIND: images.bitcoind,
    DEVNET_IMAGES_STACKS_NODE: images.stacksNode,
    DEVNET_IMAGES_STACKS_SIGNER: images.stacksSigner,
    DEVNET_PORTS_GATEWAY: `${ports.gateway}`,
    DEVNET_PORTS_STACKS: `${ports.stacks}`,
    DEVNET_PORTS_BITCOIN: `${ports.bitcoin}`,
  };
  return (await run('docker', ['compose', '-f', file, '-p', project, ...args], { env })).stdout;
}

async function possible(): Promise<boolean> {
  try {
    await run('docker', ['compose', 'version']);
    await Promise.all([...Object.values(images), own].map((image) => docker.getImage(image).inspect()));
    return true;
  } catch {
    return false;
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${ports.gateway}${path}`, init)).json();
}

describe.skipIf(!(await possible()))('docker compose', () => {
  beforeAll(async () => {
    const [gateway = 0, stacks = 0, bitcoin = 0] = await freePorts(3);
    Object.assign(ports, { gateway, stacks, bitcoin });
    await compose('up', '-d', '--wait', '--no-build');
  });
  afterAll(() => compose('down', '-v'));

  test('default: it boots into Nakamoto, pays, and reports URLs that work on this machine', async () => {
    const address = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
    expect(await ask(`/extended/v1/faucets/stx?address=${address}&wait=true`, { method: 'POST' })).toMatchObject({
      success: true,
      block: { height: expect.any(Number) },
    });
    const status = await ask('/devnet/v1/status', { headers: { authorization: 'Bearer devnet' } });
    expect(status).toMatchObject({
      engine: 'docker',
      ready: true,
      epoch: '4.0',
      urls: { stacks: `http://127.0.0.1:${ports.stacks}`, bitcoin: `http://127.0.0.1:${ports.bitcoin}` },
    });
    const info = await fetch(`http://127.0.0.1:${ports.stacks}/v2/info`);
    expect(await info.json()).toMatchObject({ network_id: 2_147_483_648 });
  });

  test('behavior: down -v removes everything', async () => {
    await compose('down', '-v');
    expect(await docker.listContainers({ all: true, filters })).toEqual([]);
    expect(await docker.listNetworks({ filters })).toEqual([]);
    expect((await docker.listVolumes({ filters })).Volumes ?? []).toEqual([]);
  });
});
