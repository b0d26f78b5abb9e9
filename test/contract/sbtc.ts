import { connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet, DevnetEvent } from '#dist/network/types.js';
import { account } from '../devnet.js';

/** The least time that the slowest engine needs for the slowest step, in ms. */
const PATIENCE = { timeoutMs: 60_000 };

/** `devnet.sbtc` on every engine, of the object that started the network and of one that is connected to it. */
export function sbtcContract(name: string, start: () => Promise<Devnet>): void {
  describe(`${name}: devnet.sbtc`, () => {
    let devnet: Devnet;
    beforeAll(async () => {
      devnet = await start();
    });
    afterAll(() => devnet.close());
    const objects = [
      ['started', async () => devnet],
      ['connected', () => connectDevnet(devnet.urls.gateway)],
    ] as const;

    test.each(objects)('%s: names, and the options of the npm client', async (_name, open) => {
      const { sbtc, urls } = await open();
      expect(sbtc).toMatchObject({
        deployer: 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS',
        token: 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token',
        assetId: 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token::sbtc-token',
        signersAddress: expect.stringMatching(/^bcrt1p/),
        clientConfig: { btcApiUrl: `${urls.gateway}/api/proxy`, stxApiUrl: urls.gateway, sbtcApiUrl: `${urls.gateway}/emily` },
      });
    });

    test.each(objects)('%s: a deposit is minted, a withdrawal paid, with an event of each status', async (_name, open) => {
      const { sbtc, subscribe } = await open();
      const { stx, btc } = account(devnet, 'wallet_3');
      const events: DevnetEvent[] = [];
      const unsubscribe = subscribe((event) => events.push(event));
      const before = await sbtc.balance(stx.address);
      const deposit = await sbtc.deposit({ recipient: stx.address, amount: 100_000n, ...PATIENCE });
      const paid = deposit.fulfillment?.fee ?? 0n;
      expect(deposit).toMatchObject({ recipient: stx.address, amount: 100_000n, status: 'confirmed', sweepTxid: expect.any(String) });
      expect(await sbtc.balance(stx.address)).toBe(before + 100_000n - paid);

      const address = btc.addresses.p2wpkh;
      const withdrawal = await sbtc.withdraw({ account: account(devnet, 'wallet_3'), amount: 50_000n, address, ...PATIENCE });
      const cost = withdrawal.fulfillment?.fee ?? 0n;
      expect(withdrawal).toMatchObject({ sender: stx.address, amount: 50_000n, address, status: 'confirmed' });
      expect(await sbtc.balance(stx.address)).toBe(before + 100_000n - paid - 50_000n - cost);
      expect(paid > 0n && cost > 0n).toBe(true);

      const of = (type: DevnetEvent['type']) => () =>
        events.flatMap((event) => (event.type === type && 'status' in event ? event.status : []));
      await expect.poll(of('sbtc.deposit')).toEqual(expect.arrayContaining(['pending', 'accepted', 'confirmed']));
      await expect.poll(of('sbtc.withdrawal')).toEqual(expect.arrayContaining(['pending', 'accepted', 'confirmed']));
      unsubscribe();
    });

    test.each(objects)('%s: a paused bridge acts step by step, and resumes', async (_name, open) => {
      const { sbtc } = await open();
      const holder = account(devnet, 'wallet_4');
      await sbtc.pause();
      expect(await sbtc.configuration()).toMatchObject({ mode: 'manual', limits: { perDepositCap: null } });
      const { txid, vout } = await sbtc.deposit({ recipient: holder.stx.address, amount: 30_000n, wait: false });
      await devnet.bitcoin.waitForTx(txid, PATIENCE);
      const { requestId } = await sbtc.withdraw({ account: holder, amount: 1_000n, address: holder.btc.address, wait: false, ...PATIENCE });
      await expect(sbtc.waitForDeposit({ txid, vout }, { timeoutMs: 0 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('The bridge is paused: use devnet.sbtc.step() or devnet.sbtc.configure('),
      });
      await expect(sbtc.waitForDeposit({ txid, vout }, { status: 'pending' })).resolves.toMatchObject({ status: 'pending' });

      const sweep = await sbtc.step();
      expect(sweep).toMatchObject({ type: 'sweep', deposits: [{ txid, vout }], withdrawals: [requestId] });
      expect(await sbtc.waitForDeposit({ txid, vout }, { status: 'accepted' })).toMatchObject({
        status: 'accepted',
        sweepTxid: sweep?.txid,
      });
      expect(await sbtc.waitForWithdrawal(requestId, { status: 'accepted' })).toMatchObject({ sweepTxid: sweep?.txid });
      await sbtc.resume();
      expect(await sbtc.waitForDeposit({ txid, vout }, PATIENCE)).toMatchObject({ fulfillment: { bitcoinTxid: sweep?.txid } });
      expect(await sbtc.waitForWithdrawal(requestId, PATIENCE)).toMatchObject({ fulfillment: { bitcoinTxid: sweep?.txid } });
      expect(await sbtc.step()).toBeUndefined();
    });

    test.each(objects)('%s: a rejected withdrawal returns what it locked; a rejected deposit is not swept', async (_name, open) => {
      const { sbtc } = await open();
      const holder = account(devnet, 'wallet_5');
      const before = await sbtc.balance(holder.stx.address);
      await sbtc.pause();
      const { requestId } = await sbtc.withdraw({ account: holder, amount: 2_000n, address: holder.btc.address, wait: false, ...PATIENCE });
      const deposit = await sbtc.deposit({ recipient: holder.stx.address, amount: 30_000n, wait: false });
      await sbtc.reject({ requestId });
      await sbtc.reject(deposit);
      await sbtc.resume();
      await expect(sbtc.waitForWithdrawal(requestId, PATIENCE)).rejects.toMatchObject({
        code: 'REJECTED',
        reason: 'Rejected by the signers',
      });
      await expect(sbtc.waitForDeposit(deposit, PATIENCE)).rejects.toMatchObject({ code: 'REJECTED', reason: 'Rejected by the signers' });
      expect(await sbtc.balance(holder.stx.address)).toBe(before);
      await expect(sbtc.reject({ requestId })).rejects.toMatchObject({ code: 'BUSY' });
      await expect(sbtc.reject({ requestId: 999n })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect((await sbtc.withdrawals()).find((withdrawal) => withdrawal.requestId === requestId)).toMatchObject({ status: 'failed' });
      expect((await sbtc.deposits()).find(({ txid }) => txid === deposit.txid)).toMatchObject({ status: 'failed' });
    });

    test.each(objects)('%s: limits keep a deposit pending; they change at run time', async (_name, open) => {
      const { sbtc } = await open();
      const { address } = account(devnet, 'wallet_6').stx;
      await sbtc.configure({ limits: { perDepositCap: 20_000n } });
      const deposit = await sbtc.deposit({ recipient: address, amount: 20_001n, wait: false });
      await devnet.bitcoin.waitForTx(deposit.txid, PATIENCE);
      await expect
        .poll(async () => (await sbtc.deposits()).find(({ txid }) => txid === deposit.txid)?.statusMessage, { timeout: 20_000 })
        .toBe('Its amount is above the cap of 20000 sats');
      expect(await sbtc.configure({ limits: { perDepositCap: null } })).toMatchObject({ limits: { perDepositCap: null } });
      expect(await sbtc.waitForDeposit(deposit, PATIENCE)).toMatchObject({ status: 'confirmed' });
    });

    test('a reorganisation of the sweep: it is mined and minted again, once', async () => {
      const { sbtc } = devnet;
      const { address } = account(devnet, 'wallet_7').stx;
      const before = await sbtc.balance(address);
      await devnet.bitcoin.mine(2);
      const first = await sbtc.deposit({ recipient: address, amount: 60_000n, ...PATIENCE });
      const client = await devnet.bitcoin.client();
      await client.command('invalidateblock', first.fulfillment?.bitcoinBlockHash);
      await devnet.bitcoin.mine(3);
      const isAgain = async () => {
        const { fulfillment } = await sbtc.waitForDeposit(first, PATIENCE);
        return fulfillment?.bitcoinBlockHash !== first.fulfillment?.bitcoinBlockHash;
      };
      await expect.poll(isAgain, { timeout: 60_000 }).toBe(true);
      const again = await sbtc.waitForDeposit(first, PATIENCE);
      expect(again.sweepTxid).toBe(first.sweepTxid);
      expect(await sbtc.balance(address)).toBe(before + 60_000n - (again.fulfillment?.fee ?? 0n));
    });

    test('a restore brings back deposits, withdrawals and settings', async () => {
      const { sbtc } = devnet;
      const holder = account(devnet, 'wallet_8');
      await sbtc.deposit({ recipient: holder.stx.address, amount: 10_000n, ...PATIENCE });
      const look = async () => [await sbtc.deposits(), await sbtc.withdrawals(), await sbtc.configuration()];
      const then = await look();
      const snapshot = await devnet.snapshot();
      await sbtc.configure({ feeRate: 7 });
      await sbtc.deposit({ recipient: holder.stx.address, amount: 11_000n, ...PATIENCE });
      await sbtc.withdraw({ account: holder, amount: 1_000n, address: holder.btc.address, ...PATIENCE });
      await devnet.restore(snapshot);
      expect(await look()).toEqual(then);
      await sbtc.withdraw({ account: holder, amount: 1_000n, address: holder.btc.address, ...PATIENCE });
    });

    test.each(objects)('%s: waits for what a restore undoes end at once, all others go on', async (_name, open) => {
      const { sbtc } = await open();
      const holder = account(devnet, 'wallet_8');
      const deposit = { recipient: holder.stx.address, amount: 10_000n, wait: false };
      await sbtc.pause();
      const before = await sbtc.deposit(deposit);
      const snapshot = await devnet.snapshot();
      const later = await sbtc.deposit({ ...deposit, amount: 12_000n });
      const withdrawal = await sbtc.withdraw({ account: holder, amount: 1_000n, address: holder.btc.address, wait: false, ...PATIENCE });
      const waits = Promise.allSettled([
        sbtc.waitForDeposit(later, PATIENCE),
        sbtc.waitForWithdrawal(withdrawal.requestId, PATIENCE),
        sbtc.deposit({ ...deposit, amount: 13_000n, wait: true, ...PATIENCE }),
      ]);
      const kept = sbtc.waitForDeposit(before, PATIENCE);
      await expect.poll(async () => (await sbtc.deposits()).map(({ amount }) => amount)).toContain(13_000n);
      await devnet.restore(snapshot);
      const name = (id: string) => `${id} does not exist in the state that was restored`;
      expect(await waits).toMatchObject([
        { reason: { code: 'ROLLED_BACK', message: name(`deposit ${later.txid}:${later.vout}`) } },
        { reason: { code: 'ROLLED_BACK', message: name(`withdrawal ${withdrawal.requestId}`) } },
        { reason: { code: 'ROLLED_BACK', message: expect.stringMatching(/does not exist in the state that was restored$/) } },
      ]);
      await sbtc.resume();
      // A deposit of the snapshot may need another block to be swept.
      await devnet.bitcoin.mine(2);
      expect(await kept).toMatchObject({ txid: before.txid, status: 'confirmed' });
    });

    test.each(objects)('%s: bad input names the field', async (_name, open) => {
      const { sbtc } = await open();
      const holder = account(devnet, 'wallet_6');
      const { address } = holder.stx;
      const p2pkh = holder.btc.address;
      const rejections: [() => Promise<unknown>, string][] = [
        [() => sbtc.deposit({ recipient: 'SP000000000000000000002Q6VF78', amount: 1_000n }), 'recipient'],
        [() => sbtc.deposit({ recipient: address, amount: 1n }), 'amount'],
        [() => sbtc.deposit({ recipient: address, amount: 1_000n, lockTime: 65_536 }), 'lockTime'],
        [() => sbtc.deposit({ recipient: address, amount: 1_000n, reclaimKey: '02' }), 'reclaimKey'],
        [() => sbtc.withdraw({ account: holder, amount: 0n, address: p2pkh }), 'amount'],
        [() => sbtc.withdraw({ account: holder, amount: 1_000n, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }), 'address'],
        [() => sbtc.waitForDeposit({ txid: '12' }), 'txid'],
        [() => sbtc.configure({ feeRate: -1 }), 'feeRate'],
        [() => sbtc.configure({ limits: { rollingWithdrawalCap: 5n } }), 'limits.rollingWithdrawalCap'],
      ];
      for (const [rejection, field] of rejections) await expect(rejection(), field).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
      const tooMuch = sbtc.withdraw({ account: holder, amount: 10n ** 12n, address: p2pkh, ...PATIENCE });
      await expect(tooMuch).rejects.toMatchObject({ code: 'REJECTED', reason: '(err u1)' });
    });
  });
}
