import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { engineAddress } from '#dist/engines/real-nodes/launch/docker/address.js';

const home = mkdtempSync(join(tmpdir(), 'devnet-docker-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.each([
  ['unix:///run/docker.sock', { socketPath: '/run/docker.sock' }],
  ['tcp://127.0.0.1:4243', { host: '127.0.0.1', port: 4243 }],
  ['tcp://localhost', { host: 'localhost', port: 2375 }],
  ['http://[::1]:4243', { host: '::1', port: 4243 }],
  ['tcp://10.0.0.1:2375', { host: '10.0.0.1', port: 2375, remote: true }],
])('default: DOCKER_HOST %s', async (DOCKER_HOST, address) => {
  expect(await engineAddress({ DOCKER_HOST })).toEqual({ ...address, name: `DOCKER_HOST ${DOCKER_HOST}` });
});

test('behavior: without DOCKER_HOST the first existing socket, else the default one of Docker', async () => {
  const there = await engineAddress({});
  expect(there).toMatchObject({ socketPath: '/var/run/docker.sock' });
  mkdirSync(join(home, 'podman'));
  const socket = join(home, 'podman/podman.sock');
  writeFileSync(socket, '');
  expect(['/var/run/docker.sock', socket]).toContain((await engineAddress({ XDG_RUNTIME_DIR: home })).name);
});

test.each(['ssh://me@build.example', 'https://127.0.0.1:2376'])('error: %s is not supported', async (host) => {
  await expect(engineAddress({ DOCKER_HOST: host })).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'DOCKER_HOST' });
});

test.each(['carrier-pigeon', 'unix://', 'tcp://'])('error: %s is not an address', async (host) => {
  await expect(engineAddress({ DOCKER_HOST: host })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'DOCKER_HOST' });
});
