import { createServer } from 'node:net';
import { startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { account, balanceOf, bootDevnet } from '../../devnet.js';

describe('on one network', () => {
  let devnet: Devnet;
  let fresh: string;
  beforeAll(async () => {
    devnet = await bootDevnet();
    fresh = await devnet.snapshot('fresh');
  });
  afterAll(() => devnet.close());
  const back = (): Promise<void> => devnet.restore(fresh);

  test('default: every account has 100,000,000 STX and 10 BTC, and no nonce is used', async () => {
    await back();
    const balances = await devnet.balances();
    expect(balances).toEqual(
      Object.keys(devnet.accounts).map((name) => ({
        name,
        stx: { balance: 100_000_000_000_000n, nonce: 0 },
        btc: { balance: 1_000_000_000n },
      })),
    );
    expect(balances).toHaveLength(9);
  });

  test('default: the status', async () => {
    await back();
    expect(await devnet.status()).toMatchObject({
      engine: 'embedded',
      ready: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      bitcoin: { height: 142, hash: expect.stringMatching(/^[0-9a-f]{64}$/), mode: 'auto' },
      stacks: { height: expect.any(Number), hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), mode: 'auto' },
      epoch: '4.0',
      capabilities: ['mineStacks', 'pauseStacks', 'snapshots', 'stateFile', 'clone', 'impersonate', 'state', 'chaos', 'trace', 'debugger'],
      cycle: { id: 3, phase: 'reward', blocksLeft: 14 },
      urls: devnet.urls,
    });
  });

  test('default: blocks on demand, on either chain', async () => {
    await back();
    const { bitcoin, stacks } = await devnet.bitcoin.mine(3);
    expect(bitcoin).toEqual({ height: 145, hashes: [expect.any(String), expect.any(String), expect.any(String)] });
    const next = await devnet.stacks.mine(2);
    expect(next).toMatchObject({ bitcoin: { height: 145, hashes: [] }, stacks: { height: stacks.height + 2 } });
    expect((await devnet.status()).stacks.height).toBe(stacks.height + 2);
  });

  test('behavior: mines until a height, a cycle or a phase, and no block if it is reached', async () => {
    await back();
    expect((await devnet.mineUntil({ burnHeight: 146 })).bitcoin.height).toBe(146);
    expect((await devnet.mineUntil({ burnHeight: 141 })).bitcoin).toEqual({ height: 146, hashes: [] });
    expect((await devnet.mineUntil({ phase: 'prepare' })).bitcoin).toMatchObject({ height: 156 });
    expect((await devnet.mineUntil({ phase: 'prepare' })).bitcoin.hashes).toEqual([]);
    await devnet.mineUntil({ cycle: 9 });
    const { cycle, stacks } = await devnet.status();
    expect(cycle).toEqual({ id: 9, phase: 'reward', blocksLeft: 15 });
    expect((await devnet.mineUntil({ stacksHeight: stacks.height + 2 })).stacks.height).toBe(stacks.height + 2);
    await expect(devnet.mineUntil({ cycle: -1 })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'cycle' });
    await expect(devnet.mineUntil(JSON.parse('{"cycles":2}'))).rejects.toThrow('cycles: unknown target of mineUntil; did you mean cycle?');
    await expect(devnet.mineUntil(JSON.parse('{}'))).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'mineUntil' });
  });

  test.each([
    ['no block', { bitcoin: 0 }],
    ['half a block', { stacks: 0.5 }],
    ['more than 10,000 blocks', { bitcoin: 10_001 }],
    ['nothing to mine', JSON.parse('{}')],
    ['both at once', JSON.parse('{"bitcoin":1,"stacks":1}')],
    ['another chain', JSON.parse('{"litecoin":1}')],
  ])('error: %s', async (_, request) => {
    await expect(devnet.mine(request)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('behavior: modes are set one by one and reported', async () => {
    await back();
    expect(await devnet.setMining({ stacks: 'manual' })).toEqual({ bitcoin: 'auto', stacks: 'manual' });
    expect(await devnet.setMining({ bitcoin: { intervalMs: 3_600_000 } })).toEqual({
      bitcoin: { intervalMs: 3_600_000 },
      stacks: 'manual',
    });
    await back();
    expect(await devnet.miningModes()).toEqual({ bitcoin: 'auto', stacks: 'auto' });
  });

  test('behavior: snapshots have names, are listed and deleted, and keep receipts', async () => {
    await back();
    const { stx, btc } = account(devnet, 'wallet_1');
    const kept = await devnet.faucet.stx(stx.address);
    const id = await devnet.snapshot('after one payment');
    const undone = await devnet.faucet.stx(stx.address);
    const undoneBtc = await devnet.faucet.btc(btc.address);
    expect(await devnet.snapshots()).toMatchObject([
      { name: 'fresh', heights: { bitcoin: 142 } },
      { id, name: 'after one payment', createdAt: expect.stringMatching(/^\d{4}-/), heights: { bitcoin: 142 } },
    ]);
    await devnet.restore(id);
    expect((await devnet.stacks.receipt(kept.txId))?.block).toEqual(kept.block);
    expect(await devnet.stacks.receipt(undone.txId)).toBeUndefined();
    await expect(devnet.bitcoin.waitForTx(undoneBtc.txId, { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      lastSeen: 'never seen',
    });
    expect(await balanceOf(devnet, 'wallet_1')).toEqual({ stx: 100_000_500_000_000n, btc: 1_000_000_000n, nonce: 0 });
    await devnet.deleteSnapshot(id);
    await expect(devnet.restore(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('error: a restore during a restore', async () => {
    const first = back();
    await expect(back()).rejects.toMatchObject({ code: 'BUSY' });
    await first;
  });

  test('behavior: a wait may begin before its transaction exists', async () => {
    await back();
    await devnet.setMining({ bitcoin: 'manual', stacks: 'manual' });
    const { stx, btc } = account(devnet, 'wallet_2');
    const soon = await devnet.faucet.stx(stx.address, { wait: false });
    const soonBtc = await devnet.faucet.btc(btc.address, { wait: false });
    await back();
    await devnet.setMining({ bitcoin: 'manual', stacks: 'manual' });
    const waiting = Promise.all([devnet.stacks.waitForTx(soon.txId), devnet.bitcoin.waitForTx(soonBtc.txId, { confirmations: 3 })]);
    // The same payments on the same chain are the same transactions.
    expect(await devnet.faucet.stx(stx.address, { wait: false })).toEqual(soon);
    expect(await devnet.faucet.btc(btc.address, { wait: false })).toEqual(soonBtc);
    await devnet.bitcoin.mine(3);
    expect(await waiting).toMatchObject([
      { txid: soon.txId, status: 'success', result: { hex: '0x0703', repr: '(ok true)' }, events: [{ type: 'stx_transfer_event' }] },
      { txid: soonBtc.txId, block: { height: 143 }, confirmations: 3 },
    ]);
  });

  test('behavior: Bitcoin transactions from before this process looked are found by asking the node', async () => {
    const client = await devnet.bitcoin.client();
    const block = await client.command('getblock', await client.command('getblockhash', 142));
    expect(await devnet.bitcoin.waitForTx(block.tx[1])).toMatchObject({ txid: block.tx[1], block: { height: 142, hash: block.hash } });
  });

  test.each([['0x12'], ['nothing'], ['z'.repeat(64)]])('error: %s is no txid', async (txid) => {
    await expect(devnet.stacks.waitForTx(txid)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'txid' });
    await expect(devnet.bitcoin.waitForTx(txid)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'txid' });
  });

  test('error: an aborted wait', async () => {
    const signal = AbortSignal.abort(new Error('the test is over'));
    await expect(devnet.stacks.waitForTx('0'.repeat(64), { signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

test('behavior: two networks in one process do not touch each other', async () => {
  await using first = await bootDevnet();
  await using second = await bootDevnet({ accounts: { count: 2 } });
  const { stx, btc } = account(first, 'wallet_1');
  await Promise.all([first.faucet.stx(stx.address), first.faucet.btc(btc.address)]);
  expect(Object.keys(second.accounts)).toEqual(['deployer', 'wallet_1']);
  expect(await balanceOf(second, 'wallet_1')).toEqual({ stx: 100_000_000_000_000n, btc: 1_000_000_000n, nonce: 0 });
  await first.close();
  await second.faucet.stx(stx.address);
  expect(await balanceOf(second, 'wallet_1')).toMatchObject({ stx: 100_000_500_000_000n });
});

test('behavior: close ends waits, and what is called later says so', async () => {
  const devnet = await bootDevnet();
  const waiting = devnet.stacks.waitForTx('0'.repeat(64)).catch((reason: unknown) => reason);
  await Promise.all([devnet.close(), devnet.close()]);
  expect(await waiting).toMatchObject({ code: 'NOT_READY' });
  await expect(devnet.status()).rejects.toMatchObject({ code: 'NOT_READY' });
  await expect(devnet.mine({ bitcoin: 1 })).rejects.toMatchObject({ code: 'NOT_READY' });
  await expect(devnet.snapshot()).rejects.toMatchObject({ code: 'NOT_READY' });
});

test('behavior: another mnemonic, balances and cycle length', async () => {
  const mnemonic =
    'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild';
  await using devnet = await bootDevnet({
    accounts: { mnemonic, count: 12 },
    balances: { ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5: 18_446_744_073_709_551_616n },
    pox: { rewardLength: 50, prepareLength: 10 },
  });
  expect((await devnet.status()).cycle).toEqual({ id: 3, phase: 'reward', blocksLeft: 39 });
  const balances = await devnet.balances();
  expect(balances).toHaveLength(12);
  expect(balances[0]).toEqual({
    name: 'deployer',
    stx: { balance: 18_446_744_073_709_551_616n, nonce: 0 },
    btc: { balance: 1_000_000_000n },
  });
});

test('error: a port in use names the port and its owner, and everything is cleaned up', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  try {
    for (const service of ['bitcoin', 'stacks', 'gateway'] as const) {
      await expect(startDevnet({ cache: testCache, ports: { [service]: port } })).rejects.toMatchObject({
        code: 'PORT_TAKEN',
        field: `ports.${service}`,
        message: expect.stringContaining(`Port ${port} is in use by this process`),
      });
    }
  } finally {
    server.close();
  }
});

test('error: an aborted start', async () => {
  const abort = new AbortController();
  const starting = startDevnet({ cache: testCache, signal: abort.signal });
  abort.abort(new Error('never mind'));
  await expect(starting).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('never mind') });
});

test('error: options that cannot be', async () => {
  await expect(startDevnet({ ports: { gateway: 70_000 } })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'ports.gateway' });
});
