import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { afterEach, expect, test } from 'vitest';
import { engineAddress } from '#dist/engines/real-nodes/launch/docker/address.js';
import { connect } from '#dist/engines/real-nodes/launch/docker/client.js';
import { removeRun } from '#dist/engines/real-nodes/launch/docker/runs.js';
import type { ServiceEnvironment } from '#dist/engines/real-nodes/launch/launcher.js';
import { dockerLauncher } from './launcher.js';
import { testWithBitcoind } from './real-nodes.js';

const docker = new Docker();
const filters = { label: [`devnet.owner.pid=${process.pid}`] };

/** A proxy of the real engine that can delay answers (an engine that hangs) or close connections (one that has stopped). */
type Way = { environment: Record<string, string>; holdUp(): void; cut(): Promise<void> };
const ways: Way[] = [];

async function wayToEngine(): Promise<Way> {
  const address = await engineAddress(process.env);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = 'socketPath' in address ? dial(address.socketPath) : dial(address.port, address.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  const way: Way = {
    environment: { DOCKER_HOST: `tcp://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}` },
    holdUp() {
      server.on('connection', (socket) => socket.unpipe().pause());
      for (const socket of sockets) socket.unpipe().pause();
    },
    async cut() {
      const closed = new Promise<void>((over) => server.close(() => over()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  ways.push(way);
  return way;
}

afterEach(async () => {
  await Promise.all(ways.splice(0).map((way) => way.cut()));
  const client = await connect(await engineAddress(process.env));
  const { Volumes: volumes } = await docker.listVolumes({ filters });
  await Promise.all(volumes.map(({ Labels: labels }) => removeRun(client, labels['devnet.run'] ?? '')));
  expect(await docker.listContainers({ all: true, filters })).toEqual([]);
});

function open(environment: Record<string, string>): Promise<ServiceEnvironment> {
  return dockerLauncher({ environment }).open({ services: { bitcoind: ['rpc'] }, published: { 'bitcoind/rpc': 0 }, host: '127.0.0.1' });
}
const start = (environment: ServiceEnvironment) =>
  environment.start('bitcoind', {
    program: 'bitcoind',
    args: ['-regtest', `-datadir=${environment.path()}`, '-printtoconsole=0', '-listen=0'],
  });

testWithBitcoind('error: an engine that is stopped ends its services, and closing says so', async () => {
  const way = await wayToEngine();
  const environment = await open(way.environment);
  const service = await start(environment);
  await way.cut();
  expect(await service.ended).toEqual({ code: null, signal: null, expected: false });
  expect((await service.output()).join('\n')).toContain('no longer answers');
  await expect(environment.close()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
});

testWithBitcoind('error: an engine that hangs is given up, and not waited for again', async () => {
  const way = await wayToEngine();
  const environment = await open(way.environment);
  const service = await start(environment);
  way.holdUp();
  await expect(service.kill()).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('10000 ms') });
  await expect(environment.close()).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining(' 1000 ms') });
});

test.skipIf(process.getuid?.() !== 0)('error: a socket that this user may not use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'devnet-docker-'));
  const socket = join(folder, 'docker.sock');
  const server = createServer();
  await new Promise<void>((listening) => server.listen(socket, listening));
  chmodSync(folder, 0o755);
  chmodSync(socket, 0o600);
  const client = resolve(import.meta.dirname, '../../../../../dist/engines/real-nodes/launch/docker/client.js');
  const program = `const { connect } = await import(${JSON.stringify(client)});
    await connect({ socketPath: ${JSON.stringify(socket)}, name: 'the test' })
      .catch(({ code, hint }) => console.log(JSON.stringify({ code, hint })));`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { uid: 65_534, cwd: '/' });
    expect(JSON.parse(stdout)).toEqual({ code: 'MISSING', hint: expect.stringContaining('usermod -aG docker') });
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
