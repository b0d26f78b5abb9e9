import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcFaucetKeys } from '#dist/network/faucet/keys.js';
import type { Devnet } from '#dist/network/types.js';
import { account, balanceOf, bootDevnet } from '../../../devnet.js';

const START = 1_000_000_000n;
const ONE = 100_000_000n;

describe('on one network', () => {
  let devnet: Devnet;
  let fresh: string;
  beforeAll(async () => {
    devnet = await bootDevnet();
    fresh = await devnet.snapshot();
  });
  afterAll(() => devnet.close());
  const back = (): Promise<void> => devnet.restore(fresh);

  test('default: 1 BTC, in a block', async () => {
    await back();
    const { btc } = account(devnet, 'wallet_1');
    const payment = await devnet.faucet.btc(btc.address);
    expect(payment).toMatchObject({
      txId: expect.stringMatching(/^[0-9a-f]{64}$/),
      txRaw: expect.stringMatching(/^0[12]0000/),
      amount: ONE,
    });
    expect(await devnet.bitcoin.waitForTx(payment.txId)).toEqual({ txid: payment.txId, block: payment.block, confirmations: 1 });
    expect((await balanceOf(devnet, 'wallet_1')).btc).toBe(START + ONE);
  });

  test.each(['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)('default: %s', async (kind) => {
    await back();
    const { btc } = account(devnet, 'wallet_2');
    await devnet.faucet.btc(btc.addresses[kind], { amount: 12_345n });
    expect((await balanceOf(devnet, 'wallet_2')).btc).toBe(START + 12_345n);
  });

  test('behavior: 50 concurrent requests are confirmed, each exactly once', async () => {
    await back();
    const { btc } = account(devnet, 'wallet_3');
    const payments = await Promise.all(Array.from({ length: 50 }, () => devnet.faucet.btc(btc.address)));
    expect(new Set(payments.map(({ txId }) => txId)).size).toBe(50);
    expect((await balanceOf(devnet, 'wallet_3')).btc).toBe(START + 50n * ONE);
  });

  test('behavior: the faucet spends unconfirmed change, so that one block has many payments', async () => {
    await back();
    await devnet.setMining({ bitcoin: 'manual' });
    const { btc } = account(devnet, 'wallet_4');
    const payments = await Promise.all(Array.from({ length: 150 }, () => devnet.faucet.btc(btc.address, { amount: 1_000n, wait: false })));
    const { bitcoin } = await devnet.bitcoin.mine();
    const receipts = await Promise.all(payments.map(({ txId }) => devnet.bitcoin.waitForTx(txId)));
    expect(new Set(receipts.map(({ block }) => block.hash))).toEqual(new Set(bitcoin.hashes));
    expect((await balanceOf(devnet, 'wallet_4')).btc).toBe(START + 150_000n);
  });

  test('behavior: a large payment spends several coins', async () => {
    await back();
    await devnet.faucet.btc(account(devnet, 'wallet_5').btc.address, { amount: 123n * ONE });
    expect((await balanceOf(devnet, 'wallet_5')).btc).toBe(START + 123n * ONE);
  });

  test('error: a payment above the balance says what is available; maturing coinbases add to it', async () => {
    await back();
    const { btc } = account(devnet, 'wallet_6');
    const all = await devnet.faucet.btc(btc.address, { amount: 1_550n * ONE });
    await expect(devnet.faucet.btc(btc.address, { amount: 500n * ONE })).rejects.toMatchObject({
      code: 'FAUCET_FAILED',
      message: expect.stringMatching(
        /^the BTC faucet could not pay: it has run out of tokens: it has [\d.]+ BTC, the payment needs 500\.\d+ BTC with its fee$/,
      ),
    });
    await devnet.bitcoin.mine(12);
    expect((await devnet.faucet.btc(btc.address, { amount: 500n * ONE })).amount).toBe(500n * ONE);
    expect((await balanceOf(devnet, 'wallet_6')).btc).toBe(START + all.amount + 500n * ONE);
  });

  test('behavior: a restore during requests: each is either paid or rejects with ROLLED_BACK', async () => {
    await back();
    const { btc } = account(devnet, 'wallet_7');
    const requests = Array.from({ length: 40 }, () => devnet.faucet.btc(btc.address, { amount: 1_000n }));
    const outcomes = Promise.allSettled(requests);
    await Promise.race(requests);
    await devnet.restore(fresh);
    const results = await outcomes;
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.every((reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === 'ROLLED_BACK')).toBe(true);
    const paid = [...new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.txId] : [])))];
    const client = await devnet.bitcoin.client();
    const known = await Promise.all(
      paid.map((txId) =>
        client.command('getrawtransaction', txId).then(
          () => 1n,
          () => 0n,
        ),
      ),
    );
    expect((await balanceOf(devnet, 'wallet_7')).btc).toBe(START + 1_000n * known.reduce((sum, one) => sum + one, 0n));
    await devnet.faucet.btc(btc.address, { amount: 1_000n });
  });

  test('behavior: payments that a reorganization removes return to the mempool and are mined again', async () => {
    await back();
    const { btc } = account(devnet, 'wallet_8');
    const payments = await Promise.all(Array.from({ length: 10 }, () => devnet.faucet.btc(btc.address, { amount: 2_000n })));
    const client = await devnet.bitcoin.client();
    await devnet.setMining({ bitcoin: 'manual' });
    await client.command('invalidateblock', payments[0]?.block?.hash);
    const more = devnet.faucet.btc(btc.address, { amount: 2_000n });
    await devnet.setMining({ bitcoin: 'auto' });
    await Promise.all([...payments.map(({ txId }) => devnet.bitcoin.waitForTx(txId)), more]);
    expect((await balanceOf(devnet, 'wallet_8')).btc).toBe(START + 22_000n);
  });

  test('behavior: a payment whose coins another transaction spends is made again, once', async () => {
    await back();
    await devnet.setMining({ bitcoin: 'manual' });
    const client = await devnet.bitcoin.client();
    const { btc } = account(devnet, 'wallet_1');
    const requested = devnet.faucet.btc(btc.address, { amount: 3_000n });
    const pending = async (): Promise<string[]> => client.command('getrawmempool');
    await expect.poll(pending).toHaveLength(1);
    const [first = ''] = await pending();
    const [{ txid, vout }] = (await client.command('getrawtransaction', first, true)).vin;
    const { value } = (await client.command('getrawtransaction', txid, true)).vout[vout];
    const [key] = await btcFaucetKeys(undefined);
    const privateKey = Buffer.from(String(key?.privateKey), 'hex').subarray(0, 32);
    const { script } = p2wpkh(pubECDSA(privateKey));
    const amount = BigInt(Math.round(value * Number(ONE)));
    const rival = new Transaction();
    rival.addInput({ txid, index: vout, witnessUtxo: { script, amount } });
    rival.addOutput({ script, amount: amount - 100_000n });
    rival.sign(privateKey);
    rival.finalize();
    const replacement = await client.command('sendrawtransaction', rival.hex);
    // The second payment spends what is left: another coin, or the change of the rival.
    await expect.poll(pending).toHaveLength(2);
    expect(await pending()).toContain(replacement);
    await devnet.bitcoin.mine();
    expect((await requested).txId).not.toBe(first);
    expect((await balanceOf(devnet, 'wallet_1')).btc).toBe(START + 3_000n);
  });

  test('error: a timeout has the pending payment', async () => {
    await back();
    await devnet.setMining({ bitcoin: 'manual' });
    const error: unknown = await devnet.faucet
      .btc(account(devnet, 'wallet_1').btc.address, { timeoutMs: 50 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TIMEOUT', lastSeen: 'in the mempool', payment: { amount: ONE } });
  });

  test.each([
    ['a testnet address', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', {}, 'address'],
    ['dust', 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH', { amount: 545n }, 'amount'],
  ])('error: %s', async (_, address, options, field) => {
    await expect(devnet.faucet.btc(address, options)).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
  });
});

test.each([
  ['switched off', { enabled: false }],
  ['without keys', { keys: [] }],
])('error: a faucet %s', async (_, btc) => {
  await using devnet = await bootDevnet({ faucet: { btc } });
  await expect(devnet.faucet.btc(account(devnet, 'wallet_1').btc.address)).rejects.toMatchObject({ code: 'FAUCET_DISABLED' });
});
