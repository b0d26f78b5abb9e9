import { createServer } from 'node:net';
import type { DevnetOptions } from 'stacks-devnet';
import { startDevnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { testCache } from './cache.js';

/** Listens on a free port of loopback until the end of the scope. */
async function portHolder(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe.each(['gateway', 'stacks', 'bitcoin'] as const)('a port in use: %s', (name) => {
  test('error: fails before anything boots, and names the program', async () => {
    await using holder = await portHolder();
    const steps: string[] = [];
    const options: DevnetOptions = { cache: testCache, ports: { [name]: holder.port }, onProgress: (step) => steps.push(step) };
    await expect(startDevnet(options)).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      field: `ports.${name}`,
      received: `${holder.port}`,
      message:
        `Port ${holder.port} is in use by this process (pid ${process.pid}). ` +
        `Stop that program, or set ports.${name} to another port (0 for a free one; --ports auto on the command line). ` +
        'Networks that run at the same time, as in test workers, need free ports each.',
    });
    expect(steps).toEqual([]);
  });
});

test('error: a gateway port in use fails before nodes of others are asked', async () => {
  await using holder = await portHolder();
  const external = { bitcoinRpc: 'http://127.0.0.1:1', stacksRpc: 'http://127.0.0.1:1' };
  const options: DevnetOptions = {
    engine: 'external',
    external,
    ports: { gateway: holder.port, bitcoin: holder.port + 1, stacks: holder.port + 2 },
  };
  await expect(startDevnet(options)).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'ports.gateway' });
});

test('behavior: a port that the devnet does not listen on may be in use', async () => {
  await using holder = await portHolder();
  await using devnet = await startDevnet({ cache: testCache, gateway: false, ports: { gateway: holder.port } });
  expect(devnet.urls.gateway).toBeUndefined();
});

test('behavior: the URLs of a network on all interfaces can be opened', async () => {
  await using devnet = await startDevnet({ cache: testCache, host: '0.0.0.0', electrum: { enabled: true } });
  const { gateway, stacks, bitcoin, electrum } = devnet.urls;
  expect([gateway, stacks, bitcoin, electrum].map((url) => new URL(url ?? '').hostname)).toEqual(Array(4).fill('127.0.0.1'));
  expect((await fetch(`${stacks}/v2/info`)).status).toBe(200);
});
