import { DevnetError } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { account, balanceOf, sbtcOf } from '../devnet.js';

export type FaucetContract = {
  boot(options?: DevnetOptions): Promise<Devnet>;
  /** Whether the engine has sBTC. @default false */
  sbtc?: boolean;
};

const AMOUNT = 1_000n;

/** Concurrent requests to both faucets, for every engine. */
export function faucetContract(name: string, { boot, sbtc = false }: FaucetContract): void {
  describe(`${name} faucets`, () => {
    let devnet: Devnet;
    let fresh: string;
    let height: number;
    beforeAll(async () => {
      devnet = await boot();
      await devnet.bitcoin.mine(2);
      fresh = await devnet.snapshot();
      ({ height } = (await devnet.status()).bitcoin);
    });
    afterAll(() => devnet.close());

    const request = (count: number) => {
      const { stx, btc } = account(devnet, 'wallet_1');
      const half = Array.from({ length: count / 2 });
      return {
        stx: half.map(() => devnet.faucet.stx(stx.address, { amount: AMOUNT, timeoutMs: 60_000 })),
        btc: half.map(() => devnet.faucet.btc(btc.address, { amount: AMOUNT, timeoutMs: 60_000 })),
      };
    };

    test('default: 100 concurrent requests on both chains are confirmed, each exactly once', async () => {
      await devnet.restore(fresh);
      const { stx, btc } = request(100);
      const payments = await Promise.all([...stx, ...btc]);
      expect(new Set(payments.map(({ txId }) => txId)).size).toBe(100);
      expect(await balanceOf(devnet, 'wallet_1')).toMatchObject({
        stx: 100_000_000_000_000n + 50n * AMOUNT,
        btc: 1_000_000_000n + 50n * AMOUNT,
      });
    });

    if (sbtc) {
      test('default: 100 concurrent requests of sBTC are confirmed, each exactly once', async () => {
        await devnet.restore(fresh);
        const { address } = account(devnet, 'wallet_1').stx;
        const requests = Array.from({ length: 100 }, () => devnet.faucet.sbtc(address, { amount: AMOUNT, timeoutMs: 60_000 }));
        const payments = await Promise.all(requests);
        expect(new Set(payments.map(({ txId }) => txId)).size).toBe(100);
        expect(await sbtcOf(devnet, address)).toBe(1_000_000_000n + 100n * AMOUNT);
      });
    }

    test('behavior: a Bitcoin reorganization between them loses and repeats no payment', async () => {
      await devnet.restore(fresh);
      const client = await devnet.bitcoin.client();
      const { stx, btc } = request(100);
      await Promise.race(stx); // one payment is in a block, others are pending
      await client.command('invalidateblock', await client.command('getblockhash', height));
      await devnet.bitcoin.mine(2);
      const payments = await Promise.all([...stx, ...btc]);
      expect(new Set(payments.map(({ txId }) => txId)).size).toBe(100);
      const onStacks = await Promise.all(stx);
      const onBitcoin = await Promise.all(btc);
      await Promise.all([
        ...onStacks.map(({ txId }) => devnet.stacks.waitForTx(txId)),
        ...onBitcoin.map(({ txId }) => devnet.bitcoin.waitForTx(txId)),
      ]);
      expect(await balanceOf(devnet, 'wallet_1')).toMatchObject({
        stx: 100_000_000_000_000n + 50n * AMOUNT,
        btc: 1_000_000_000n + 50n * AMOUNT,
      });
    });

    test('behavior: a restore between them: each payment is on the chain or rejects with ROLLED_BACK', async () => {
      await devnet.restore(fresh);
      const { stx, btc } = request(100);
      const outcomes = [Promise.allSettled(stx), Promise.allSettled(btc)] as const;
      await Promise.race(stx); // one payment is in a block, others are pending
      await devnet.restore(fresh);
      const [onStacks, onBitcoin] = await Promise.all(outcomes);
      for (const outcome of [...onStacks, ...onBitcoin]) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: DevnetError.name, code: 'ROLLED_BACK' });
      }
      const there = async (settled: typeof onStacks, wait: (txId: string) => Promise<unknown>): Promise<bigint> => {
        const txIds = new Set(settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.txId] : [])));
        const found = await Promise.allSettled([...txIds].map(wait));
        return BigInt(found.filter(({ status }) => status === 'fulfilled').length);
      };
      expect(await balanceOf(devnet, 'wallet_1')).toMatchObject({
        stx: 100_000_000_000_000n + AMOUNT * (await there(onStacks, (txId) => devnet.stacks.waitForTx(txId, { timeoutMs: 0 }))),
        btc: 1_000_000_000n + AMOUNT * (await there(onBitcoin, (txId) => devnet.bitcoin.waitForTx(txId, { timeoutMs: 0 }))),
      });
    });

    test('behavior: several BTC keys are funded, and all pay', async () => {
      await using own = await boot({ faucet: { btc: { keys: ['4'.repeat(64), '5'.repeat(64)] } } });
      await own.faucet.btc(account(own, 'wallet_1').btc.address, { amount: 90_000_000_000n });
      expect((await balanceOf(own, 'wallet_1')).btc).toBe(91_000_000_000n);
    });
  });
}
