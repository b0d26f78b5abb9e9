import { connectDevnet, type Devnet } from 'stacks-devnet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { account } from '../../../devnet.js';
import { createDapp } from './dapp.js';

const COUNTER = `(define-data-var total uint u0)
(define-public (add (n uint)) (ok (var-set total (+ (var-get total) n))))`;

/** How many pending transactions pay an address. */
async function pendingFor(devnet: Devnet, address: string): Promise<number> {
  const answer = await fetch(`${devnet.urls.gateway}/extended/v1/tx/mempool?recipient_address=${address}`);
  return ((await answer.json()) as { total: number }).total;
}

/** Every fault, and a client that survives it: its payment or call happens exactly once. */
export function chaosSuite(boot: () => Promise<Devnet>): void {
  describe('a client survives', () => {
    let devnet: Devnet;
    let remote: Devnet;
    const payers = ['wallet_1', 'wallet_2', 'wallet_3', 'wallet_4', 'wallet_5', 'wallet_6', 'wallet_7'];
    const balance = async (name: string) => (await devnet.balances()).find((one) => one.name === name)?.stx;

    beforeAll(async () => {
      devnet = await boot();
      remote = await connectDevnet(devnet.urls.gateway ?? '');
      await devnet.stacks.deploy({ name: 'counter', source: COUNTER, as: 'deployer' });
    });
    afterEach(() => devnet.chaos.clear());
    afterAll(async () => {
      await remote?.close();
      await devnet?.close();
    });

    /** A payment to wallet_8 that happens exactly once, while `meanwhile` runs. */
    async function paysOnce(meanwhile: (payer: string) => Promise<unknown>, { confirmations = 0, before = async () => {} } = {}) {
      const name = payers.shift() ?? 'wallet_1';
      payers.push(name);
      const [payer, payee] = [await balance(name), await balance('wallet_8')];
      await before();
      const dapp = createDapp(devnet, account(devnet, name));
      const paying = dapp.pay(devnet.accounts.wallet_8.stx.address, 1_000n, { confirmations });
      const [paid] = await Promise.all([paying, meanwhile(name)]);
      expect(paid.status).toBe('success');
      await expect.poll(async () => (await balance('wallet_8'))?.balance).toBe((payee?.balance ?? 0n) + 1_000n);
      expect(await balance(name)).toEqual({ balance: (payer?.balance ?? 0n) - 2_000n, nonce: (payer?.nonce ?? 0) + 1 });
      return paid;
    }
    const mined = (txid: string) => devnet.stacks.waitForTx(txid, { timeoutMs: 60_000 });
    const kinds = async () => (await devnet.status()).chaos?.map(({ kind }) => kind);

    test('slow requests that fail at a rate', async () => {
      await using fault = await remote.chaos.rpcFaults({
        ...{ latencyMs: 5, jitterMs: 10, errorRate: 0.5, statuses: [500, 503, 429, 'disconnect'], seed: 7 },
      });
      expect(fault.kind).toBe('rpc-faults');
      expect(await kinds()).toEqual(['rpc-faults']);
      const { failures } = await paysOnce(async () => undefined);
      expect(failures).toBeGreaterThan(0);
      await fault.stop();
      expect(await devnet.status()).not.toHaveProperty('chaos');
    });

    test('answers that are lost after the node has the transaction', async () => {
      await using _fault = await devnet.chaos.rpcFaults({
        errorRate: 0.7,
        statuses: ['disconnect', 502],
        lost: 'answer',
        path: '/v2/transactions',
        seed: 3,
      });
      await paysOnce(async () => undefined);
    });

    test('a transaction that is dropped', async () => {
      await remote.chaos.drop();
      await paysOnce(async () => undefined);
      expect(await kinds()).toBeUndefined();
    });

    test('a transaction that is delayed', async () => {
      const { address } = account(devnet, payers[0] ?? '').stx;
      await devnet.chaos.delay({ sender: address, blocks: 2 });
      await paysOnce(async () => {
        await expect.poll(async () => (await devnet.chaos.active())[0]?.kept).toBe(1);
        await devnet.mine({ bitcoin: 1 });
        expect(await kinds()).toEqual(['delay']);
        await devnet.mine({ bitcoin: 1 });
      });
      await expect.poll(kinds).toBeUndefined();
    });

    test('empty tenures', async () => {
      await remote.chaos.emptyTenures({ tenures: 2 });
      await paysOnce(async () => {
        const before = await balance('wallet_8');
        const { address } = devnet.accounts.wallet_8.stx;
        await expect.poll(async () => await pendingFor(devnet, address)).toBe(1);
        await expect(remote.mine({ stacks: 1 })).rejects.toMatchObject({ code: 'NOT_READY' });
        for (const left of [3, 2, 1]) {
          expect(await balance('wallet_8')).toEqual(before);
          expect(await devnet.chaos.active()).toMatchObject([{ kind: 'empty-tenures', left }]);
          await devnet.mine({ bitcoin: 1 });
        }
      });
      await expect.poll(kinds).toBeUndefined();
    });

    test('Bitcoin blocks without a commit', async () => {
      const tenure = async () => ((await (await fetch(`${devnet.urls.stacks}/v2/info`)).json()) as { tenure_height: number }).tenure_height;
      const before = await tenure();
      await remote.chaos.noCommits({ blocks: 2 });
      await devnet.mine({ bitcoin: 2 });
      expect(await tenure()).toBe(before);
      await paysOnce(async () => {
        await devnet.mine({ bitcoin: 1 });
      });
      expect(await tenure()).toBeGreaterThan(before);
      await expect.poll(kinds).toBeUndefined();
    });

    test('a reorganisation that takes its transaction back', async () => {
      const before = (await devnet.status()).bitcoin.height;
      const types = new Set<string>();
      const unsubscribe = devnet.subscribe(({ type }) => types.add(type));
      const { height } = await paysOnce(
        async (payer) => {
          const { nonce = 0 } = (await balance(payer)) ?? {};
          await expect.poll(async () => (await balance(payer))?.nonce, { timeout: 30_000 }).toBe(nonce + 1);
          await devnet.mine({ bitcoin: 1 });
          const { height } = (await devnet.status()).bitcoin;
          const { forkHeight, abandoned, hashes } = await remote.chaos.reorg({ blocks: 2 });
          expect(forkHeight).toBe(height - 2);
          expect(abandoned).toHaveLength(2);
          expect(hashes.length).toBeGreaterThan(2);
          await devnet.mine({ bitcoin: 3 });
        },
        { confirmations: 2 },
      );
      unsubscribe();
      expect([...types]).toEqual(expect.arrayContaining(['bitcoin.reorg', 'stacks.reorg']));
      expect(height).toBeGreaterThan(0);
      expect((await devnet.status()).bitcoin.height).toBeGreaterThan(before);
    });

    test('a reorganisation after which its transaction is pending', async () => {
      const { txid } = await devnet.stacks.transfer({ to: 'wallet_8', amount: 1n, as: 'deployer' });
      await devnet.mine({ bitcoin: 1 });
      const fault = await remote.chaos.emptyTenures({ tenures: 5 });
      await remote.chaos.reorg({ blocks: 2 });
      expect(await devnet.stacks.receipt(txid)).toBeUndefined();
      expect(await pendingFor(devnet, devnet.accounts.wallet_8.stx.address)).toBe(1);
      await fault.stop();
      expect(await mined(txid)).toMatchObject({ status: 'success' });
    });

    test('a silent signer', async () => {
      const silent = await remote.chaos.silentSigner();
      expect(await kinds()).toEqual(['silent-signer']);
      await expect(devnet.chaos.silentSigner()).rejects.toMatchObject({ code: 'BUSY' });
      const { height } = (await devnet.status()).stacks;
      const before = async () => {
        await devnet.mine({ bitcoin: 1 });
        expect((await devnet.status()).stacks.height).toBe(height);
      };
      const resume = async () => {
        // The signer holds back none of the node's events for others.
        await expect.poll(() => pendingFor(devnet, devnet.accounts.wallet_8.stx.address)).toBe(1);
        await silent.stop();
      };
      await paysOnce(resume, { before });
    });

    test.each(['stacks', 'bitcoin'] as const)('a %s node that stops and comes back', async (node) => {
      const before = async () => {
        await remote.chaos.stoppedNode({ node });
        await expect(fetch(devnet.urls[node])).rejects.toThrow();
        expect(await devnet.status()).toMatchObject({ ready: false, chaos: [{ kind: 'stopped-node', settings: { node } }] });
        expect((await fetch(`${devnet.urls.gateway}/ready`)).status).toBe(503);
        if (node === 'stacks') expect((await fetch(`${devnet.urls.gateway}/v2/info`)).status).toBe(503);
        await expect(devnet.mine({ bitcoin: 1 })).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
      };
      await paysOnce(() => devnet.chaos.clear(), { before });
      await devnet.mine({ bitcoin: 1 });
      expect(await devnet.status()).toMatchObject({ ready: true });
    });

    test('error: a reorganisation without a Stacks transaction', async () => {
      const { txid } = await devnet.stacks.transfer({ to: 'wallet_8', amount: 1n, as: 'deployer' });
      const { height } = (await devnet.status()).bitcoin;
      await expect(remote.chaos.reorg({ blocks: 2, without: [txid] })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        field: 'without',
        message: expect.stringContaining('in the last 2 blocks'),
        hint: expect.stringContaining('devnet.chaos.emptyTenures({ tenures: 1 })'),
      });
      expect((await devnet.status()).bitcoin.height).toBe(height);
    });

    test('a call, under several faults', async () => {
      await devnet.chaos.rpcFaults({ errorRate: 0.3, seed: 11 });
      await devnet.chaos.drop();
      const dapp = createDapp(devnet, devnet.accounts.wallet_1);
      const { status, txid } = await dapp.add(`${devnet.accounts.deployer.stx.address}.counter`, 5);
      expect(status).toBe('success');
      await mined(txid);
      expect(await devnet.contract('counter').variable('total')).toBe(5n);
      await devnet.chaos.clear();
      expect(await devnet.chaos.active()).toEqual([]);
    });
  });

  test('behavior: a restore ends all faults', async () => {
    await using devnet = await boot();
    const id = await devnet.snapshot();
    await devnet.chaos.silentSigner();
    await devnet.chaos.rpcFaults({ errorRate: 1 });
    await devnet.restore(id);
    expect(await devnet.status()).not.toHaveProperty('chaos');
    await devnet.stacks.transfer({ to: devnet.accounts.wallet_1.stx.address, amount: 1n, as: 'wallet_2' });
  });

  test('behavior: a network closes under faults', async () => {
    const devnet = await boot();
    await devnet.chaos.stoppedNode({ node: 'stacks', forMs: 100_000 });
    await devnet.chaos.silentSigner();
    await devnet.chaos.delay({ blocks: 3 });
    await devnet.close();
    await expect(devnet.chaos.active()).rejects.toMatchObject({ code: 'NOT_READY' });
  });
}
