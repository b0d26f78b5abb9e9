import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(() => devnet.close());

type Status = { bitcoin: { height: number; mode: unknown }; stacks: { height: number; mode: unknown } };

async function call<T = Status>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const init = { method, ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) };
  const response = await fetch(`${devnet.urls.gateway}${path}`, init);
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

test('default: mining moves both chains', async () => {
  const before = (await call('GET', '/devnet/v1/status')).body;
  const mined = await call<{ bitcoin: { height: number; hashes: string[] }; stacks: { height: number } }>('POST', '/devnet/v1/mine', {
    bitcoin: 3,
  });
  expect(mined.status).toBe(200);
  expect(mined.body.bitcoin).toMatchObject({ height: before.bitcoin.height + 3 });
  expect(mined.body.bitcoin.hashes).toHaveLength(3);
  expect(mined.body.stacks.height).toBe(before.stacks.height + 3);
  const info = (await (await fetch(`${devnet.urls.gateway}/v2/info`)).json()) as { burn_block_height: number };
  expect(info.burn_block_height).toBe(before.bitcoin.height + 3);
});

test('default: modes, and a wait over manual mining', async () => {
  expect((await call('PUT', '/devnet/v1/mining', { stacks: 'manual' })).body).toEqual({ bitcoin: 'auto', stacks: 'manual' });
  const address = devnet.accounts['wallet_1']?.stx.address;
  const late = await call<{ lastSeen: string; txId: string }>('POST', `/extended/v1/faucets/stx?address=${address}`, undefined);
  expect(late.status).toBe(200);
  const timedOut = await call<{ code: string }>('GET', `/devnet/v1/tx/${late.body.txId}/wait?timeoutMs=1`);
  expect(timedOut).toMatchObject({ status: 408, body: { code: 'TIMEOUT', lastSeen: 'in the mempool' } });
  const waiting = call<{ status: string }>('GET', `/devnet/v1/tx/${late.body.txId}/wait`);
  expect((await call('POST', '/devnet/v1/mine', { stacks: 1 })).status).toBe(200);
  expect(await waiting).toMatchObject({ status: 200, body: { status: 'success' } });
  expect((await call('PUT', '/devnet/v1/mining', { stacks: { intervalMs: 60_000 }, bitcoin: 'manual' })).body).toEqual({
    bitcoin: 'manual',
    stacks: { intervalMs: 60_000 },
  });
  expect((await call('PUT', '/devnet/v1/mining', { stacks: 'auto', bitcoin: 'auto' })).status).toBe(200);
});

test('behavior: the deadline of a faucet wait is 202 with what was seen', async () => {
  await call('PUT', '/devnet/v1/mining', { stacks: 'manual', bitcoin: 'manual' });
  for (const [chain, name] of [
    ['btc', 'wallet_2'],
    ['stx', 'wallet_3'],
  ] as const) {
    const address = devnet.accounts[name]?.[chain].address;
    const response = await fetch(`${devnet.urls.gateway}/extended/v1/faucets/${chain}?address=${address}`, {
      method: 'POST',
      headers: { prefer: 'wait=0' },
    });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ success: true, txId: expect.any(String), lastSeen: 'in the mempool' });
  }
  await call('PUT', '/devnet/v1/mining', { stacks: 'auto', bitcoin: 'auto' });
});

test('default: snapshots', async () => {
  const before = (await call('GET', '/devnet/v1/status')).body;
  const made = await call<{ id: string; name: string; heights: object }>('POST', '/devnet/v1/snapshots', { name: 'here' });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'here', heights: { bitcoin: before.bitcoin.height, stacks: before.stacks.height } },
  });
  await call('POST', '/devnet/v1/mine', { bitcoin: 2 });
  for (let i = 0; i < 2; i++) {
    const restored = await call('POST', `/devnet/v1/snapshots/${made.body.id}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.body.bitcoin.height).toBe(before.bitcoin.height);
    expect(restored.body.stacks.height).toBe(before.stacks.height);
  }
  expect((await call<{ snapshots: object[] }>('GET', '/devnet/v1/snapshots')).body.snapshots).toEqual([made.body]);
  expect((await call('DELETE', `/devnet/v1/snapshots/${made.body.id}`)).status).toBe(204);
  for (const [method, path] of [
    ['POST', `/devnet/v1/snapshots/${made.body.id}/restore`],
    ['DELETE', `/devnet/v1/snapshots/${made.body.id}`],
  ] as const) {
    expect(await call(method, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
});

test('default: accounts hold 10 BTC and 100,000,000 STX', async () => {
  const { accounts } = (await call<{ accounts: { name: string; stx: object; btc: object }[] }>('GET', '/devnet/v1/accounts')).body;
  expect(accounts.map(({ name }) => name)).toContain('deployer');
  expect(accounts.find(({ name }) => name === 'deployer')).toMatchObject({
    stx: { address: devnet.accounts['deployer']?.stx.address, balance: '100000000000000', nonce: 0 },
    btc: { balance: '1000000000' },
  });
});

test('error: a transaction that neither chain has seen by the deadline', async () => {
  expect(await call('GET', `/devnet/v1/tx/${'ee'.repeat(32)}/wait?timeoutMs=20`)).toMatchObject({
    status: 408,
    body: { code: 'TIMEOUT', lastSeen: 'never seen', hint: 'Check its txid, and that it was sent to this network.' },
  });
});

test('behavior: closing ends waits and leaves no port', async () => {
  const other = await startDevnet({ mining: { bitcoin: 'manual', stacks: 'manual' } });
  const { gateway } = other.urls;
  const address = other.accounts['wallet_1']?.stx.address;
  const broadcast = new Promise<void>((resolve) => {
    other.subscribe(({ type }) => type === 'stacks.tx' && resolve());
  });
  const waiting = fetch(`${gateway}/extended/v1/faucets/stx?address=${address}&wait=true`, { method: 'POST' });
  await broadcast;
  await other.close();
  expect((await waiting).status).toBe(503);
  await expect(fetch(`${gateway}/ready`)).rejects.toThrow();
});
