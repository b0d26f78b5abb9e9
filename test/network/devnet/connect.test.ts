import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectDevnet, fundedAccount } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

/** A server of this process, on a free port. */
async function serving(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A server that answers every request the same way. */
function answering(status: number, body: string): ReturnType<typeof serving> {
  return serving((_request, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
}

test('behavior: closing a connection leaves the devnet as it is', async () => {
  await using running = await bootDevnet({ gateway: true });
  const first = await connectDevnet(running.urls.gateway);
  await using second = await connectDevnet(`${running.urls.gateway}/`);
  const stop = first.subscribe(() => undefined);
  await first.close();
  stop();
  await expect(first.faucet.stx(running.accounts['deployer']?.stx.address ?? '')).rejects.toMatchObject({ code: 'NOT_READY' });
  const { stx } = await fundedAccount(second, { stx: 12n, btc: 0n });
  expect(stx.address).toMatch(/^ST/);
  expect((await running.status()).ready).toBe(true);
});

test('behavior: a control key opens what is open to those who have it', async () => {
  await using running = await bootDevnet({ gateway: true, control: { key: 'sesame' } });
  await using devnet = await connectDevnet(running.urls.gateway, { controlKey: 'sesame' });
  expect((await devnet.bitcoin.mine()).bitcoin.hashes).toHaveLength(1);
});

test('behavior: the Bitcoin client connects at the second try when the first failed', async () => {
  await using running = await bootDevnet({ gateway: true });
  let asked = 0;
  await using proxy = await serving(async ({ url = '' }, response) => {
    const fails = url.endsWith('/nodes') && ++asked === 1;
    const answer = fails ? Response.json({ error: 'not now' }, { status: 500 }) : await fetch(new URL(url, running.urls.gateway));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await using devnet = await connectDevnet(proxy.url);
  await expect(devnet.bitcoin.client()).rejects.toMatchObject({ message: 'not now' });
  expect(await (await devnet.bitcoin.client()).command('getblockcount')).toBe((await running.status()).bitcoin.height);
});

test('error: no server listens there', async () => {
  const server = await answering(200, '{}');
  await server[Symbol.asyncDispose]();
  await expect(connectDevnet(server.url)).rejects.toMatchObject({ code: 'NOT_REACHABLE', hint: expect.stringContaining('up') });
});

test('error: a malformed URL', async () => {
  await expect(connectDevnet('localhost:3999')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'url' });
});

test('error: its control is switched off', async () => {
  await using running = await bootDevnet({ gateway: true, control: { enabled: false } });
  await expect(connectDevnet(running.urls.gateway)).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'control.enabled' });
});

test.each([
  ['it is no devnet', 200, '<html>', { code: 'NOT_REACHABLE' }],
  ['what it says is not understood', 200, '{"engine":"steam"}', { code: 'RPC', message: expect.stringContaining('not understood') }],
  ['it needs a key', 403, '{"error":"only programs on this machine","code":"FORBIDDEN"}', { code: 'FORBIDDEN' }],
  ['it is not ready', 503, '{"error":"booting","code":"NOT_READY"}', { code: 'NOT_READY', message: 'booting' }],
])('error: %s', async (_, status, body, expected) => {
  await using server = await answering(status, body);
  await expect(connectDevnet(server.url)).rejects.toMatchObject(expected);
});

test('error: the network ends while a connection waits', async () => {
  const running = await bootDevnet({ gateway: true });
  await using devnet = await connectDevnet(running.urls.gateway);
  const waiting = devnet.stacks.waitForTx('00'.repeat(32)).catch((reason: unknown) => reason);
  await devnet.status();
  await running.close();
  expect(await waiting).toMatchObject({ code: expect.stringMatching(/^(ABORTED|NOT_READY|NOT_REACHABLE)$/) });
  await expect(devnet.status()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
});

test('error: without a gateway there is no API', async () => {
  await using devnet = await bootDevnet();
  expect(() => devnet.api).toThrow(expect.objectContaining({ code: 'UNSUPPORTED', field: 'gateway' }));
});
