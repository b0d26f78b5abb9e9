import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { startEmbeddedEngine } from '#dist/engines/embedded/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';

engineContract('embedded', startEmbeddedEngine, { ...engineOptions, cache: testCache });

test('behavior: an abort during the boot ends the VM, and no image is written', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'engine-abort-'));
  try {
    const abort = new AbortController();
    const starting = startEmbeddedEngine({
      ...engineOptions,
      cache: { dir, enabled: true },
      signal: abort.signal,
      onProgress: (step) => step.startsWith('mining ') && abort.abort(new Error('never mind')),
    });
    await expect(starting).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('never mind') });
    expect(await readdir(dir)).toEqual([]);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('behavior: Stacks follows a shorter Bitcoin chain at once, and each block mined by a client begins a tenure', async () => {
  const engine = await startEmbeddedEngine({ ...engineOptions, cache: testCache });
  try {
    const { rpcUrl, rpcUser, rpcPassword } = engine.services.bitcoin;
    const call = (method: string, ...params: unknown[]): Promise<Response> =>
      fetch(rpcUrl, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}` },
        body: JSON.stringify({ id: 1, method, params }),
      });
    const [first] = await engine.mineBitcoin(2);
    const { height } = engine.tips().bitcoin;
    await call('invalidateblock', first);
    await engine.deleteSnapshot(await engine.snapshot());
    expect(engine.tips()).toMatchObject({ bitcoin: { height: height - 2 }, stacks: { burnHeight: height - 2 } });
    const heights: number[] = [];
    engine.subscribe((event) => {
      if (event.type === 'stacks.block') heights.push(event.burnHeight);
    });
    await call('generatetoaddress', 3, 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH');
    await engine.deleteSnapshot(await engine.snapshot());
    expect(heights).toEqual([height - 1, height, height + 1]);
  } finally {
    await engine.close();
  }
});

test('behavior: before Nakamoto a Stacks transaction gets a Bitcoin block', async () => {
  const sender = {
    address: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
    key: '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801',
  };
  const funding = { ...engineOptions.funding, stacks: [{ principal: sender.address, amount: 1_000_000n }] };
  const mining = { bitcoin: 'auto', stacks: 'auto' } as const;
  const engine = await startEmbeddedEngine({ ...engineOptions, funding, mining, epoch: '2.5', sbtc: undefined, cache: testCache });
  try {
    const { bitcoin, stacks } = engine.tips();
    const block = new Promise((resolve) => {
      engine.subscribe((event) => event.type === 'stacks.block' && event.receipts.length > 2 && resolve(event.burnHeight));
    });
    const recipient = 'ST000000000000000000002AMW42H';
    const transfer = { recipient, amount: 1n, fee: 300n, nonce: 0n, senderKey: sender.key, network: 'testnet' } as const;
    const transaction = await makeSTXTokenTransfer(transfer);
    await broadcastTransaction({ transaction, client: { baseUrl: engine.services.stacks.rpcUrl } });
    expect(await block).toBe(bitcoin.height + 1);
    expect(engine.tips().stacks.height).toBe(stacks.height + 1);
    await expect(engine.mineStacks(1)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  } finally {
    await engine.close();
  }
});
