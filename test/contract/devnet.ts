import { STACKS_DEVNET } from '@stacks/network';
import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy, makeSTXTokenTransfer, Pc } from '@stacks/transactions';
import { connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet, DevnetEvent } from '#dist/network/types.js';
import { account, balanceOf } from '../devnet.js';

/**
 * What `Devnet` promises, whichever object keeps it: the one that started the network, and the one that is connected to it from
 * elsewhere.
 * @param start a network with a gateway, of the standard accounts
 */
export function devnetContracts(start: () => Promise<Devnet>): void {
  devnetContract('the devnet that was started', async () => {
    const devnet = await start();
    return { devnet, close: devnet.close };
  });
  devnetContract('a connection to it', async () => {
    const running = await start();
    const devnet = await connectDevnet(running.urls.gateway);
    return { devnet, close: running.close };
  });
}

/** @param boot the object, and what ends its network */
function devnetContract(name: string, boot: () => Promise<{ devnet: Devnet; close(): Promise<void> }>): void {
  describe(name, () => {
    let devnet: Devnet;
    let end: () => Promise<void>;
    beforeAll(async () => {
      const { devnet: booted, close } = await boot();
      devnet = booted;
      end = close;
    });
    afterAll(() => end());

    test('default: accounts, addresses and the network are there at once', async () => {
      const { engine, urls, status } = { ...devnet, status: await devnet.status() };
      expect(status).toMatchObject({ engine, ready: true, urls: { stacks: urls.stacks, bitcoin: urls.bitcoin } });
      expect(Object.keys(devnet.accounts)).toEqual(['deployer', ...Array.from({ length: 8 }, (_, n) => `wallet_${n + 1}`)]);
      expect(account(devnet, 'wallet_1')).toMatchObject({
        name: 'wallet_1',
        privateKey: expect.stringMatching(/^[0-9a-f]{64}01$/),
        mnemonic: expect.any(String),
        stx: { address: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5' },
        btc: { address: expect.any(String), addresses: { p2tr: expect.stringMatching(/^bcrt1p/) } },
      });
      expect(devnet.network).toEqual({ ...STACKS_DEVNET, client: { baseUrl: urls.gateway } });
    });

    test('default: payments are confirmed, of any amount, to the last unit', async () => {
      const { stx, btc } = account(devnet, 'wallet_2');
      const before = await balanceOf(devnet, 'wallet_2');
      const payment = await devnet.faucet.stx(stx.address, { amount: 1n });
      expect(payment).toEqual({
        txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        txRaw: expect.stringMatching(/^80[0-9a-f]+$/),
        amount: 1n,
        block: { height: expect.any(Number), hash: expect.stringMatching(/^0x/), burnHeight: expect.any(Number) },
      });
      const coins = await devnet.faucet.btc(btc.addresses.p2tr, { amount: 50_001n });
      expect(coins).toMatchObject({
        txId: expect.stringMatching(/^[0-9a-f]{64}$/),
        amount: 50_001n,
        block: { height: expect.any(Number) },
      });
      expect(await balanceOf(devnet, 'wallet_2')).toEqual({ stx: before.stx + 1n, btc: before.btc + 50_001n, nonce: before.nonce });
      expect(await devnet.stacks.receipt(payment.txId)).toMatchObject({ status: 'success', block: payment.block });
      expect(await devnet.bitcoin.waitForTx(coins.txId)).toMatchObject({ txid: coins.txId, block: coins.block });
    });

    test('error: payments that cannot be', async () => {
      await expect(devnet.faucet.stx('SP000000000000000000002Q6VF78')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'address' });
      await expect(devnet.faucet.btc('')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'address' });
      const { stx } = account(devnet, 'wallet_2');
      await expect(devnet.faucet.stx(stx.address, { amount: 0n })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
      await expect(devnet.faucet.stx(stx.address, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    });

    test('behavior: a payment without a block in time is in the error', async () => {
      await devnet.setMining({ bitcoin: 'manual' });
      const { btc } = account(devnet, 'wallet_3');
      const error = await devnet.faucet.btc(btc.address, { timeoutMs: 0 }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'TIMEOUT', lastSeen: 'in the mempool', payment: { amount: 100_000_000n } });
      expect(await devnet.setMining({ bitcoin: 'auto' })).toMatchObject({ bitcoin: 'auto' });
    });

    test('error: mining up to a target ends at its timeout, or when the caller aborts', async () => {
      const { height } = (await devnet.status()).bitcoin;
      const target = { burnHeight: height + 500 };
      await expect(devnet.mineUntil(target, { timeoutMs: 1 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringMatching(
          /^gave up waiting for 500 Bitcoin blocks to be mined after 1 ms \(timeoutMs\); last seen: \d+ of 500 mined/,
        ),
      });
      const abort = new AbortController();
      const mining = devnet.mineUntil(target, { signal: abort.signal });
      abort.abort();
      await expect(mining).rejects.toMatchObject({ code: 'ABORTED', lastSeen: expect.stringMatching(/^0 of \d+ mined$/) });
      // Each of them mined the block in progress at most; a real miner may need several for that.
      expect((await devnet.bitcoin.mine()).bitcoin.height).toBeLessThan(height + 100);
      await expect(devnet.mineUntil({ burnHeight: height + 100_000 })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'bitcoin' });
    });

    test('default: blocks on request and up to a target', async () => {
      const before = await devnet.status();
      const { bitcoin } = await devnet.bitcoin.mine(2);
      // A real miner is not elected by each block: one more is mined then.
      expect(bitcoin.hashes.length).toBeGreaterThanOrEqual(2);
      expect(bitcoin.height).toBe(before.bitcoin.height + bitcoin.hashes.length);
      expect(await devnet.mineUntil({ burnHeight: bitcoin.height })).toMatchObject({ bitcoin: { height: bitcoin.height, hashes: [] } });
      expect((await devnet.mineUntil({ burnHeight: bitcoin.height + 1 })).bitcoin).toMatchObject({ height: bitcoin.height + 1 });
      const { stacks } = await devnet.stacks.mine();
      const reached = await devnet.mineUntil({ stacksHeight: stacks.height + 2 });
      expect(reached.stacks.height).toBeGreaterThanOrEqual(stacks.height + 2);
      await devnet.mineUntil({ phase: 'prepare' });
      const { cycle } = await devnet.status();
      expect(cycle.phase).toBe('prepare');
      await devnet.mineUntil({ cycle: cycle.id + 1 });
      expect((await devnet.status()).cycle).toMatchObject({ id: cycle.id + 1, phase: 'reward' });
    });

    test.each([
      ['mine', 'mine', () => devnet.mine(JSON.parse('{}'))],
      ['mine', 'bitcoin', () => devnet.bitcoin.mine(0)],
      ['mineUntil', 'cycle', () => devnet.mineUntil({ cycle: -1 })],
      ['mineUntil', 'mineUntil', () => devnet.mineUntil(JSON.parse('{}'))],
      ['waitForTx', 'txid', () => devnet.stacks.waitForTx('zz')],
      ['waitForTx', 'txid', () => devnet.bitcoin.waitForTx('../status')],
      ['waitForAnchor', 'confirmations', () => devnet.stacks.waitForAnchor('00'.repeat(32), { confirmations: 0 })],
    ])('error: %s, %s', async (_, __, call) => {
      await expect(call()).rejects.toMatchObject({ code: 'INVALID_INPUT', field: expect.any(String) });
    });

    test('behavior: mining modes are reported and kept', async () => {
      expect(await devnet.setMining({ bitcoin: { intervalMs: 3_600_000 } })).toMatchObject({ bitcoin: { intervalMs: 3_600_000 } });
      expect(await devnet.miningModes()).toMatchObject({ bitcoin: { intervalMs: 3_600_000 }, stacks: 'auto' });
      await devnet.setMining({ bitcoin: 'auto' });
    });

    test.each<[field: string, given: string, use: (given: never) => Promise<unknown>]>([
      ['bitcoin', '{"bitcoin":{"intervalMs":0}}', (given) => devnet.setMining(given)],
      ['stacks', '{"stacks":"fast"}', (given) => devnet.setMining(given)],
      ['doge', '{"doge":"auto"}', (given) => devnet.setMining(given)],
      ['bitcoin', '{"bitcoin":"3"}', (given) => devnet.mine(given)],
      ['cycle', '{"cycle":1.5}', (given) => devnet.mineUntil(given)],
      ['txid', '5', (given) => devnet.stacks.waitForTx(given)],
      ['txid', '5', (given) => devnet.bitcoin.waitForTx(given)],
      ['timeoutMs', '"soon"', (given) => devnet.stacks.waitForTx('00'.repeat(32), { timeoutMs: given })],
      ['timeoutMs', '-1', (given) => devnet.bitcoin.waitForTx('00'.repeat(32), { timeoutMs: given })],
      ['address', '5', (given) => devnet.faucet.stx(given)],
      ['address', '5', (given) => devnet.faucet.btc(given)],
      ['name', '5', (given) => devnet.snapshot(given)],
    ])('error: %s, of a caller without types: %s', async (field, given, use) => {
      const modes = await devnet.miningModes();
      await expect(use(JSON.parse(given) as never)).rejects.toMatchObject({ name: 'DevnetError', code: 'INVALID_INPUT', field });
      expect(await devnet.miningModes()).toEqual(modes);
    });

    test('error: an account instead of its address is named, and its secrets stay out of the message', async () => {
      const given = account(devnet, 'wallet_1');
      for (const value of [given, given.privateKey, given.mnemonic] as never[]) {
        for (const pay of [devnet.faucet.stx, devnet.faucet.btc]) {
          const error = await pay(value).then(
            () => undefined,
            (thrown: Error) => thrown,
          );
          expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'address' });
          const text = JSON.stringify([error?.message, error]);
          expect(text).not.toContain(given.privateKey.slice(0, 8));
          expect(text).not.toContain((given.mnemonic ?? '').slice(0, 20));
        }
      }
      await expect(devnet.faucet.stx(given as never)).rejects.toThrow(/received an object with name, privateKey, .*account\.stx\.address/);
      await expect(devnet.faucet.btc(given as never)).rejects.toThrow(/account\.btc\.address/);
    });

    test.each<[string, (nothing: never) => Promise<unknown>]>([
      ['setMining', (nothing) => devnet.setMining(nothing)],
      ['mine', (nothing) => devnet.mine(nothing)],
      ['mineUntil', (nothing) => devnet.mineUntil(nothing)],
    ])('error: %s of nothing', async (_, use) => {
      for (const nothing of [undefined, null, {}, 'auto']) {
        await expect(use(nothing as never)).rejects.toMatchObject({ name: 'DevnetError', code: 'INVALID_INPUT' });
      }
    });

    test('behavior: a transaction is waited for before it exists, and until it is buried', async () => {
      const sender = account(devnet, 'wallet_4');
      const network = devnet.network;
      const transaction = await makeSTXTokenTransfer({
        recipient: account(devnet, 'wallet_5').stx.address,
        amount: 7n,
        senderKey: sender.privateKey,
        network,
      });
      const waiting = devnet.stacks.waitForTx(transaction.txid());
      const buried = devnet.stacks.waitForAnchor(transaction.txid(), { confirmations: 2 });
      await broadcastTransaction({ transaction, network });
      const receipt = await waiting;
      expect(receipt).toMatchObject({ txid: `0x${transaction.txid()}`, status: 'success', events: [{ type: 'stx_transfer_event' }] });
      await expect(devnet.stacks.waitForAnchor(receipt.txid, { confirmations: 2, timeoutMs: 0 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        lastSeen: expect.stringContaining(`in block ${receipt.block.height}`),
      });
      await devnet.mineUntil({ burnHeight: receipt.block.burnHeight + 2 });
      expect(await buried).toEqual({ ...receipt, confirmations: 2 });
    });

    test('behavior: aborts are explained', async () => {
      const { privateKey: senderKey, stx } = account(devnet, 'deployer');
      const network = devnet.network;
      const codeBody = `
        (define-public (refuse) (err u7))
        (define-public (fail) (ok (/ u1 u0)))
        (define-public (pay) (stx-transfer? u5 tx-sender '${account(devnet, 'wallet_1').stx.address}))`;
      const send = async (transaction: Awaited<ReturnType<typeof makeContractCall>>) => {
        const { txid } = await broadcastTransaction({ transaction, network });
        return devnet.stacks.waitForTx(txid);
      };
      await send(await makeContractDeploy({ contractName: 'aborts', codeBody, senderKey, network }));
      const call = async (functionName: string) =>
        makeContractCall({
          contractAddress: stx.address,
          contractName: 'aborts',
          functionName,
          functionArgs: [],
          postConditions: [Pc.principal(stx.address).willSendEq(1).ustx()],
          postConditionMode: functionName === 'pay' ? 'deny' : 'allow',
          senderKey,
          network,
        }).then(send);
      const nothing = { postConditions: [], functionArgs: [], contractAddress: stx.address, contractName: 'aborts', senderKey, network };
      expect(await makeContractCall({ ...nothing, functionName: 'refuse' }).then(send)).toMatchObject({
        status: 'abort_by_response',
        result: { hex: `0x${Cl.serialize(Cl.error(Cl.uint(7)))}`, repr: '(err u7)' },
        reason: expect.stringContaining('(err u7)'),
      });
      expect(await makeContractCall({ ...nothing, functionName: 'fail' }).then(send)).toMatchObject({
        status: 'abort_by_response',
        reason: expect.stringMatching(/runtime.*DivisionByZero/s),
      });
      expect(await call('pay')).toMatchObject({
        status: 'abort_by_post_condition',
        reason: expect.stringContaining('post-condition'),
      });
    });

    test('behavior: a replaced transaction names its replacement', async () => {
      const sender = account(devnet, 'wallet_6');
      const network = devnet.network;
      const transfer = async (fee: number, nonce: number) => {
        const order = { recipient: account(devnet, 'wallet_7').stx.address, amount: 1n, nonce, fee, senderKey: sender.privateKey };
        const transaction = await makeSTXTokenTransfer({ ...order, network });
        return (await broadcastTransaction({ transaction, network })).txid;
      };
      // Without the nonce before it, it cannot be mined.
      const first = await transfer(300, 1);
      const lost = devnet.stacks.waitForTx(first).catch((reason: unknown) => reason);
      const second = await transfer(600, 1);
      expect(await lost).toMatchObject({ code: 'REPLACED', replacedBy: `0x${second}` });
      await transfer(300, 0);
      expect(await devnet.stacks.waitForTx(second)).toMatchObject({ status: 'success' });
      expect(await devnet.stacks.receipt(first)).toBeUndefined();
    });

    test('behavior: going back to a snapshot undoes everything since', async () => {
      const id = await devnet.snapshot('contract');
      const { heights } = (await devnet.snapshots()).find((snapshot) => snapshot.id === id) ?? {};
      const balances = await devnet.balances();
      const { txId } = await devnet.faucet.stx(account(devnet, 'wallet_8').stx.address);
      await devnet.restore(id);
      expect(await devnet.balances()).toEqual(balances);
      expect(await devnet.stacks.receipt(txId)).toBeUndefined();
      const { bitcoin, stacks } = await devnet.status();
      expect({ bitcoin: bitcoin.height, stacks: stacks.height }).toEqual(heights);
      await devnet.deleteSnapshot(id);
      await expect(devnet.restore(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('behavior: a wait that a restore makes moot ends', async () => {
      const id = await devnet.snapshot();
      await devnet.setMining({ bitcoin: 'manual' });
      const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_8').btc.address, { wait: false });
      const waiting = devnet.bitcoin.waitForTx(txId).catch((reason: unknown) => reason);
      await expect(devnet.bitcoin.waitForTx(txId, { timeoutMs: 0 })).rejects.toMatchObject({ code: 'TIMEOUT', lastSeen: 'in the mempool' });
      await devnet.restore(id);
      expect(await waiting).toMatchObject({ code: 'ROLLED_BACK' });
      await devnet.deleteSnapshot(id);
    });

    test('default: listeners get events in order', async () => {
      const events: DevnetEvent[] = [];
      const blocks: number[] = [];
      let stop: (() => void) | undefined;
      const seen = new Promise<void>((resolve) => {
        stop = devnet.subscribe((event) => {
          events.push(event);
          if (event.type === 'bitcoin.block') blocks.push(event.height);
          if (blocks.length === 3) resolve();
        });
      });
      const { height } = (await devnet.status()).bitcoin;
      await devnet.bitcoin.mine(3);
      await seen;
      stop?.();
      expect(blocks.slice(0, 3)).toEqual([height + 1, height + 2, height + 3]);
      expect(events.find((event) => event.type === 'stacks.block')).toMatchObject({ hash: expect.stringMatching(/^0x/) });
      const count = events.length;
      await devnet.bitcoin.mine();
      expect(events).toHaveLength(count);
    });

    test('default: the clients of both chains', async () => {
      const core = await devnet.bitcoin.client();
      expect(await core.command('getblockcount')).toBe((await devnet.status()).bitcoin.height);
      const { data } = await devnet.api.GET('/extended', {});
      expect(data).toMatchObject({ status: 'ready', chain_tip: { block_height: (await devnet.status()).stacks.height } });
    });

    test('error: after close', async () => {
      const waiting = devnet.stacks.waitForTx('00'.repeat(32)).catch((reason: unknown) => reason);
      await Promise.all([devnet.close(), devnet.close()]);
      expect(await waiting).toMatchObject({ code: 'NOT_READY' });
      await expect(devnet.status()).rejects.toMatchObject({ code: 'NOT_READY' });
      await expect(devnet.mine({ bitcoin: 1 })).rejects.toMatchObject({ code: 'NOT_READY' });
    });
  });
}
