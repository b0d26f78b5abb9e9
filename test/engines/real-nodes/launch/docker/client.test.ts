import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#dist/engines/real-nodes/launch/docker/client.js';
import { createDockerLauncher } from '#dist/engines/real-nodes/launch/docker/launcher.js';
import { ownCommand } from '#dist/platform/node/own-command.js';

const folder = mkdtempSync(join(tmpdir(), 'devnet-docker-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('error: no engine', async () => {
  const launcher = createDockerLauncher({
    images: { bitcoind: 'a', stacksNode: 'b', stacksSigner: 'c' },
    environment: { DOCKER_HOST: `unix://${folder}/docker.sock` },
    version: '0.0.0-test',
  });
  await expect(launcher.programs()).rejects.toMatchObject({
    code: 'MISSING',
    message: `no container engine answers at DOCKER_HOST unix://${folder}/docker.sock`,
    hint: expect.stringContaining(ownCommand('doctor')),
  });
});

test('error: the engine ends during a request', async () => {
  const server = createServer((request, response) => (request.url === '/_ping' ? response.end('OK') : response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { docker, ask } = await connect({ host: '127.0.0.1', port, name: 'the test' });
    await expect(ask('counting', () => docker.listContainers())).rejects.toMatchObject({
      code: 'NOT_REACHABLE',
      message: 'counting: the container engine at the test does not answer',
    });
    await expect(ask('waiting', () => new Promise(() => undefined), 1)).rejects.toMatchObject({ code: 'TIMEOUT' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
