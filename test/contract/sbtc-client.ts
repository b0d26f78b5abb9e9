import { pubECDSA } from '@scure/btc-signer/utils.js';
import { broadcastTransaction, Cl, makeContractCall, Pc } from '@stacks/transactions';
import { REGTEST, SbtcApiClientDevenv, sbtcDepositHelper } from 'sbtc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressScript } from '#dist/bitcoin/protocol/address/address.js';
import type { Devnet } from '#dist/network/types.js';
import { account, sbtcOf } from '../devnet.js';

const DEPLOYER = 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS';
/** The least time that the slowest engine needs, in ms. */
const PATIENCE = { timeout: 60_000, interval: 50 };

/** The unmodified npm client `sbtc`, on every engine. It is given URLs only. */
export function sbtcClientContract(name: string, boot: () => Promise<Devnet>): void {
  describe(`${name}: npm client sbtc`, () => {
    let devnet: Devnet;
    let client: SbtcApiClientDevenv;
    beforeAll(async () => {
      devnet = await boot();
      const { gateway = '' } = devnet.urls;
      client = new SbtcApiClientDevenv({ btcApiUrl: `${gateway}/api/proxy`, sbtcApiUrl: `${gateway}/emily`, stxApiUrl: gateway });
    });
    afterAll(() => devnet.close());

    const keyOf = (wallet: string) => Buffer.from(account(devnet, wallet).privateKey.slice(0, 64), 'hex');
    const pegIn = async (wallet: string, amountSats: number) => {
      const { stx, btc } = account(devnet, wallet);
      const address = btc.addresses.p2wpkh;
      await devnet.faucet.btc(address, { amount: 50_000_000n });
      const deposit = await sbtcDepositHelper({
        network: REGTEST,
        stacksAddress: stx.address,
        amountSats,
        bitcoinChangeAddress: address,
        signersPublicKey: await client.fetchSignersPublicKey(),
        feeRate: await client.fetchFeeRate('medium'),
        utxos: await client.fetchUtxos(address),
        reclaimPublicKey: Buffer.from(pubECDSA(keyOf(wallet)).slice(1)).toString('hex'),
      });
      deposit.transaction.sign(keyOf(wallet));
      deposit.transaction.finalize();
      const txid = await client.broadcastTx(deposit.transaction);
      const announced = await client.notifySbtc(deposit);
      return { txid, announced };
    };

    test('pegs in: the deposit is swept and minted', async () => {
      const { stx, btc } = account(devnet, 'wallet_1');
      const before = await sbtcOf(devnet, stx.address);
      const { txid, announced } = await pegIn('wallet_1', 1_000_000);
      expect(announced).toMatchObject({ bitcoinTxid: txid, bitcoinTxOutputIndex: 0, amount: 1_000_000, status: 'pending' });
      await expect.poll(async () => (await client.fetchDeposit(txid)).status, PATIENCE).toBe('confirmed');

      const deposit = (await client.fetchDeposit({ txid, vout: 0 })) as unknown as { fulfillment: Record<string, number | string> };
      const fee = Number(deposit.fulfillment['BtcFee']);
      expect(fee).toBeGreaterThan(0);
      expect(await sbtcOf(devnet, stx.address)).toBe(before + 1_000_000n - BigInt(fee));
      const sweep = `${deposit.fulfillment['BitcoinTxid']}`;
      expect(await client.fetchTxHex(sweep)).toMatch(/^02000000/);
      const spent = await (await fetch(`${devnet.urls.gateway}/api/tx/${txid}/outspend/0`)).json();
      expect(spent).toMatchObject({ spent: true, txid: sweep, status: { block_hash: deposit.fulfillment['BitcoinBlockHash'] } });
      const receipt = await devnet.stacks.waitForTx(`${deposit.fulfillment['StacksTxid']}`);
      expect(receipt).toMatchObject({ status: 'success', result: { repr: '(ok true)' } });
      expect(await client.fetchBalance(btc.addresses.p2wpkh)).toBeLessThan(49_000_000);
      expect(BigInt(await client.fetchSbtcBalance(stx.address))).toBe(await sbtcOf(devnet, stx.address));
    });

    test('pegs out: the withdrawal is paid and accepted', async () => {
      const { stx, btc, privateKey } = account(devnet, 'wallet_2');
      const before = await sbtcOf(devnet, stx.address);
      const paid = await client.fetchBalance(btc.addresses.p2tr);
      const program = Buffer.from(addressScript(btc.addresses.p2tr)).subarray(2);
      const transaction = await makeContractCall({
        contractAddress: DEPLOYER,
        contractName: 'sbtc-withdrawal',
        functionName: 'initiate-withdrawal-request',
        functionArgs: [Cl.uint(100_000), Cl.tuple({ version: Cl.bufferFromHex('06'), hashbytes: Cl.buffer(program) }), Cl.uint(3_000)],
        senderKey: privateKey,
        fee: 10_000,
        postConditionMode: 'deny',
        postConditions: [Pc.principal(stx.address).willSendEq(103_000).ft(`${DEPLOYER}.sbtc-token`, 'sbtc-token')],
        network: devnet.network,
      });
      const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
      const request = await devnet.stacks.waitForTx(txid);
      const id = /\(ok u(\d+)\)/.exec(request.result.repr)?.[1];
      const fetchWithdrawal = async () => (await fetch(`${devnet.urls.gateway}/emily/withdrawal/${id}`)).json();
      await expect.poll(async () => ((await fetchWithdrawal()) as { status: string }).status, PATIENCE).toBe('confirmed');

      const withdrawal = (await fetchWithdrawal()) as { fulfillment: { BtcFee: number; BitcoinTxid: string } };
      expect(withdrawal).toMatchObject({
        sender: stx.address,
        amount: 100_000,
        parameters: { maxFee: 3_000 },
        txid: txid.replace('0x', ''),
      });
      const { BtcFee, BitcoinTxid } = withdrawal.fulfillment;
      expect(await client.fetchBalance(btc.addresses.p2tr)).toBe(paid + 100_000);
      expect(await sbtcOf(devnet, stx.address)).toBe(before - 100_000n - BigInt(BtcFee));
      expect((await client.fetchUtxos(btc.addresses.p2tr)).map((utxo) => utxo.txid)).toContain(BitcoinTxid);
    });
  });
}
