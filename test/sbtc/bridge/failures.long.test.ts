import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { broadcastTransaction, Cl, fetchNonce, makeContractCall } from '@stacks/transactions';
import { buildSbtcDepositAddress, buildSbtcReclaimTx, REGTEST } from 'sbtc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressScript } from '#dist/bitcoin/protocol/address/address.js';
import { createBitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import type { SbtcDeposit } from '#dist/network/devnet/sbtc/types.js';
import type { Devnet } from '#dist/network/types.js';
import { SIGNERS_KEY } from '#dist/sbtc/bridge/sweep.js';
import { SIGNERS } from '#dist/sbtc/signers.js';
import { account, bootDevnet } from '../../devnet.js';
import { createAuditor, reorganise } from './exchange.js';

let devnet: Devnet;
let fresh: string;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true, mining: { bitcoin: 'manual' } });
  await devnet.bitcoin.mine(3); // so that reorganisations do not remove the coins of the boot
  fresh = await devnet.snapshot();
});
afterAll(() => devnet.close());
beforeEach(() => devnet.restore(fresh));

const address = (wallet: string) => account(devnet, wallet).stx.address;
const see = async ({ txid }: { txid: string }): Promise<SbtcDeposit> => {
  const found = (await devnet.sbtc.deposits()).find((deposit) => deposit.txid === txid);
  if (found === undefined) throw new RangeError(`no deposit ${txid}`);
  return found;
};
const deposit = (amount: bigint, options: { maxFee?: bigint; lockTime?: number } = {}) =>
  devnet.sbtc.deposit({ recipient: address('wallet_1'), amount, wait: false, ...options });
const withdraw = (amount: bigint, wallet = 'wallet_1', maxFee = 10_000n) =>
  devnet.sbtc.withdraw({
    account: account(devnet, wallet),
    amount,
    address: account(devnet, wallet).btc.addresses.p2wpkh,
    maxFee,
    wait: false,
  });
const withdrawal = async (id: bigint) => (await devnet.sbtc.withdrawals()).find(({ requestId }) => requestId === id);

describe('a payment that cannot be made', () => {
  test('behavior: the Bitcoin node refuses the sweep: everything stays pending with the reason, and is served later', async () => {
    const before = await devnet.sbtc.balance(address('wallet_1'));
    await devnet.sbtc.configure({ feeRate: 0 });
    const { txid } = await deposit(50_000n);
    const { requestId } = await withdraw(5_000n);
    await devnet.bitcoin.mine(2);
    const refused = { status: 'pending', statusMessage: expect.stringMatching(/^The Bitcoin node refused the sweep: .*fee/) };
    expect(await see({ txid })).toMatchObject(refused);
    expect(await withdrawal(requestId)).toMatchObject(refused);

    await devnet.sbtc.configure({ feeRate: 3 });
    expect(await see({ txid })).toMatchObject({ status: 'accepted' });
    await devnet.bitcoin.mine();
    const { fulfillment } = await devnet.sbtc.waitForDeposit({ txid });
    const paid = await devnet.sbtc.waitForWithdrawal(requestId);
    expect(paid.fulfillment?.bitcoinTxid).toBe(fulfillment?.bitcoinTxid);
    const costs = (fulfillment?.fee ?? 0n) + (paid.fulfillment?.fee ?? 0n);
    expect(await devnet.sbtc.balance(address('wallet_1'))).toBe(before + 50_000n - 5_000n - costs);
  });

  test('behavior: a mint and a completion wait together, and share a Stacks block', async () => {
    await devnet.sbtc.pause();
    const { txid } = await deposit(50_000n);
    const { requestId } = await withdraw(5_000n);
    await devnet.bitcoin.mine(1);
    await devnet.setMining({ stacks: 'manual' });
    await devnet.sbtc.resume();
    await expect.poll(async () => (await see({ txid })).status).toBe('accepted');
    await devnet.bitcoin.mine(1);
    const pending = async () => {
      const answer = await fetch(`${devnet.urls.gateway}/extended/v1/tx/mempool`);
      const { results } = (await answer.json()) as { results: { nonce: number; contract_call: { function_name: string } }[] };
      return results.toSorted((x, y) => x.nonce - y.nonce).map(({ contract_call }) => contract_call.function_name);
    };
    // A node would let the second call replace the first one: its fee is higher.
    await expect.poll(pending).toEqual(['complete-deposit-wrapper', 'complete-withdrawals']);
    await devnet.mine({ stacks: 1 });
    await devnet.sbtc.waitForDeposit({ txid });
    await devnet.sbtc.waitForWithdrawal(requestId);
    expect(await pending()).toEqual([]);
  });

  test('behavior: more than the signers have stays pending and is rejected at its expiry; others are paid', async () => {
    await devnet.faucet.sbtc(address('wallet_2'), { amount: 60_000_000_000n });
    const before = await devnet.sbtc.balance(address('wallet_2'));
    await devnet.sbtc.configure({ withdrawalExpiry: 3 });
    const { requestId: large } = await withdraw(51_000_000_000n, 'wallet_2');
    const { requestId: small } = await withdraw(1_000n);
    await devnet.bitcoin.mine();
    await devnet.sbtc.waitForWithdrawal(small);
    expect(await withdrawal(large)).toMatchObject({ status: 'pending', statusMessage: 'The signers do not have enough Bitcoin to pay it' });
    await devnet.bitcoin.mine(3);
    await expect(devnet.sbtc.waitForWithdrawal(large)).rejects.toMatchObject({ code: 'REJECTED', reason: 'Rejected by the signers' });
    expect(await devnet.sbtc.balance(address('wallet_2'))).toBe(before);
  });

  test('behavior: a maximum fee below the fee of the signers', async () => {
    const low = await deposit(50_000n, { maxFee: 497n, lockTime: 6 });
    const enough = await deposit(50_001n, { maxFee: 498n });
    const dust = await deposit(1_043n);
    const { requestId } = await withdraw(1_000n, 'wallet_1', 10n);
    await devnet.bitcoin.mine(2);
    expect(await see(low)).toMatchObject({ status: 'pending', statusMessage: 'The signers ask a fee of 498 sats, its maximum is 497' });
    expect(await see(dust)).toMatchObject({
      status: 'pending',
      statusMessage: 'After the fee of 498 sats, less than 546 sats would be left',
    });
    expect(await withdrawal(requestId)).toMatchObject({
      statusMessage: expect.stringMatching(/^The signers ask a fee of \d+ sats, its maximum is 10$/),
    });
    await expect(devnet.sbtc.waitForDeposit(enough)).resolves.toMatchObject({ status: 'confirmed' });
    await devnet.bitcoin.mine(2);
    const reason = 'Its lock time of 6 blocks ends too soon: it has 4 confirmations';
    await expect(devnet.sbtc.waitForDeposit(low)).rejects.toMatchObject({ code: 'REJECTED', reason });
  });

  test('behavior: limits', async () => {
    await devnet.sbtc.configure({
      limits: { perDepositMinimum: 10_000n, perWithdrawalCap: 9_000n, rollingWithdrawalBlocks: 5, rollingWithdrawalCap: 10_000n },
    });
    const small = await deposit(9_999n);
    await devnet.bitcoin.mine();
    expect(await see(small)).toMatchObject({ statusMessage: 'Its amount is below the minimum of 10000 sats' });
    const { requestId: large } = await withdraw(9_001n);
    const { requestId: first } = await withdraw(6_000n);
    const { requestId: second } = await withdraw(5_000n);
    await devnet.bitcoin.mine();
    await devnet.sbtc.waitForWithdrawal(first);
    expect(await withdrawal(large)).toMatchObject({ status: 'pending', statusMessage: 'Its amount is above the cap of 9000 sats' });
    expect(await withdrawal(second)).toMatchObject({
      status: 'pending',
      statusMessage: 'Its amount is above the 4000 sats that can be withdrawn now',
    });
    await devnet.bitcoin.mine(5); // the first one leaves the window
    await devnet.bitcoin.mine();
    await expect(devnet.sbtc.waitForWithdrawal(second)).resolves.toMatchObject({ status: 'confirmed' });

    await devnet.sbtc.configure({ limits: { perDepositMinimum: null, pegCap: 1n } });
    await devnet.bitcoin.mine();
    expect(await see(small)).toMatchObject({ statusMessage: 'With it, there would be more sBTC than the cap of 1 sats' });
  });
});

describe('the chain changes', () => {
  test('behavior: a reclaim by the npm client', async () => {
    await devnet.sbtc.pause();
    const holder = account(devnet, 'wallet_1');
    const key = Buffer.from(holder.privateKey.slice(0, 64), 'hex');
    const { txid, amount } = await deposit(40_000n, { lockTime: 5 });
    await devnet.bitcoin.mine(5);
    const reclaim = buildSbtcReclaimTx({
      network: REGTEST,
      amountSats: amount,
      bitcoinAddress: holder.btc.addresses.p2wpkh,
      stacksAddress: holder.stx.address,
      signersPublicKey: SIGNERS_KEY,
      reclaimLockTime: 5,
      reclaimPublicKey: toHex(pubECDSA(key).subarray(1)),
      txid,
      feeRate: 2,
    });
    reclaim.sign(key);
    reclaim.finalize();
    await (await devnet.bitcoin.client()).command('sendrawtransaction', reclaim.hex);
    expect(await see({ txid })).toMatchObject({ status: 'pending', statusMessage: `Reclaimed by ${reclaim.id}, in the mempool` });
    await devnet.sbtc.resume();
    await devnet.bitcoin.mine();
    const reason = expect.stringContaining(`Reclaimed by ${reclaim.id}, in Bitcoin block`);
    await expect(devnet.sbtc.waitForDeposit({ txid })).rejects.toMatchObject({ code: 'REJECTED', reason });
  });

  test('behavior: a deposit that is replaced before it is mined, and one that a reorganisation replaces after it was minted', async () => {
    const auditor = createAuditor(devnet);
    await auditor.begin();
    const bitcoin = createBitcoinClient({ rpcUrl: devnet.urls.bitcoin, rpcUser: 'devnet', rpcPassword: 'devnet' });
    const { txid, replace } = await replaceableDeposit(bitcoin);
    expect(await see({ txid })).toMatchObject({ status: 'pending', statusMessage: 'Just received deposit' });
    await devnet.bitcoin.mine();
    await devnet.bitcoin.mine();
    await devnet.sbtc.waitForDeposit({ txid });
    await auditor.check(true);

    const { height } = (await devnet.status()).bitcoin;
    await bitcoin.invalidateBlock(await bitcoin.blockHash(height - 1));
    const replacement = await replace();
    await devnet.bitcoin.mine(3);
    expect(await see({ txid })).toMatchObject({ status: 'rbf', replacedByTx: replacement, statusMessage: `Replaced by ${replacement}` });
    await expect(devnet.sbtc.waitForDeposit({ txid })).rejects.toMatchObject({ code: 'REJECTED', reason: `Replaced by ${replacement}` });
    await auditor.check(true);
  });

  test('behavior: a reorganisation of the sweep: it is mined and minted again, once', async () => {
    const auditor = createAuditor(devnet);
    await auditor.begin();
    const { txid } = await deposit(70_000n);
    await devnet.bitcoin.mine(2);
    const first = await devnet.sbtc.waitForDeposit({ txid });
    await reorganise(devnet, 1);
    const again = await devnet.sbtc.waitForDeposit({ txid });
    expect(again.sweepTxid).toBe(first.sweepTxid);
    expect(again.fulfillment?.bitcoinBlockHash).not.toBe(first.fulfillment?.bitcoinBlockHash);
    await auditor.check(true);
    await reorganise(devnet, 3);
    await devnet.bitcoin.mine(2);
    await devnet.sbtc.waitForDeposit({ txid });
    await auditor.check(true);
  });

  test('behavior: a restore brings back deposits, rejections, settings and statuses exactly', async () => {
    const minted = await deposit(20_000n);
    await devnet.bitcoin.mine(2);
    await devnet.sbtc.waitForDeposit(minted);
    await devnet.sbtc.pause();
    const rejected = await deposit(21_000n);
    await devnet.sbtc.reject(rejected);
    const { requestId } = await withdraw(2_000n);
    await devnet.sbtc.step();
    const look = async () => ({
      deposits: await devnet.sbtc.deposits(),
      withdrawals: await devnet.sbtc.withdrawals(),
      configuration: await devnet.sbtc.configuration(),
    });
    const then = await look();
    const snapshot = await devnet.snapshot();

    await devnet.sbtc.configure({ mode: 'auto', feeRate: 9 });
    await deposit(22_000n);
    await devnet.bitcoin.mine(3);
    await devnet.sbtc.waitForWithdrawal(requestId);
    expect(await look()).not.toEqual(then);
    for (let times = 0; times < 2; times++) {
      await devnet.restore(snapshot);
      expect(await look()).toEqual(then);
    }
    await devnet.sbtc.resume();
    await devnet.bitcoin.mine();
    await expect(devnet.sbtc.waitForWithdrawal(requestId)).resolves.toMatchObject({ status: 'confirmed' });
  });

  test('behavior: a user signs as the signers: the bridge takes the next nonce, and repeats nothing', async () => {
    await devnet.sbtc.pause();
    const { txid, vout, recipient } = await deposit(90_000n);
    await devnet.bitcoin.mine();
    const sweep = await devnet.sbtc.step();
    await devnet.bitcoin.mine();
    await devnet.setMining({ stacks: 'manual' });
    const { height, hash } = (await devnet.status()).bitcoin;
    const signers = {
      publicKeys: SIGNERS.map(({ publicKey }) => publicKey),
      numSignatures: 2,
      signerKeys: SIGNERS.slice(0, 2).map(({ privateKey }) => `${privateKey}01`),
    };
    const nonce = await fetchNonce({ address: devnet.sbtc.deployer, network: devnet.network });
    const transaction = await makeContractCall({
      contractAddress: devnet.sbtc.deployer,
      contractName: 'sbtc-deposit',
      functionName: 'complete-deposit-wrapper',
      functionArgs: [
        ...[Cl.bufferFromHex(txid), Cl.uint(vout), Cl.uint(80_000), Cl.principal(recipient)],
        ...[Cl.bufferFromHex(hash), Cl.uint(height), Cl.bufferFromHex(sweep?.txid ?? '')],
      ],
      ...{ ...signers, nonce, fee: 5_000, postConditionMode: 'allow', network: devnet.network },
    });
    const sent = await broadcastTransaction({ transaction, network: devnet.network });
    const arrived = new Promise<void>((resolve) => {
      devnet.subscribe((event) => event.type === 'stacks.tx' && event.txid !== `0x${sent.txid}` && resolve());
    });
    const requested = withdraw(1_000n, 'wallet_2');
    await arrived;
    await devnet.stacks.mine();
    const { requestId } = await requested;
    expect(await devnet.stacks.waitForTx(sent.txid)).toMatchObject({ status: 'success' });
    expect(await see({ txid })).toMatchObject({
      status: 'confirmed',
      statusMessage: 'Minted 80000 sats',
      fulfillment: { fee: 10_000n, stacksTxid: `0x${sent.txid}` },
    });

    const other = await makeContractCall({
      ...{ contractAddress: devnet.sbtc.deployer, contractName: 'sbtc-withdrawal', functionName: 'reject-withdrawal-request' },
      functionArgs: [Cl.uint(99), Cl.uint(0)],
      ...{ ...signers, nonce: nonce + 1n, fee: 5_000, postConditionMode: 'allow', network: devnet.network },
    });
    const waiting = await broadcastTransaction({ transaction: other, network: devnet.network });
    await devnet.sbtc.reject({ requestId });
    await devnet.stacks.mine();
    expect(await devnet.stacks.waitForTx(waiting.txid)).toMatchObject({ result: { repr: '(err u503)' } });
    await expect(devnet.sbtc.waitForWithdrawal(requestId)).rejects.toMatchObject({ code: 'REJECTED' });
    expect(await devnet.sbtc.step()).toBeUndefined();
  });

  /** A deposit by a coin of wallet_2 that says it may be replaced (BIP125). */
  async function replaceableDeposit(bitcoin: ReturnType<typeof createBitcoinClient>) {
    const holder = account(devnet, 'wallet_2');
    const key = Buffer.from(holder.privateKey.slice(0, 64), 'hex');
    const home = p2wpkh(pubECDSA(key));
    const { txId } = await devnet.faucet.btc(holder.btc.addresses.p2wpkh, { amount: 1_000_000n, wait: false });
    await devnet.bitcoin.mine();
    const address = buildSbtcDepositAddress({
      ...{ network: REGTEST, stacksAddress: holder.stx.address, signersPublicKey: SIGNERS_KEY },
      reclaimPublicKey: toHex(pubECDSA(key).subarray(1)),
    });
    const spend = (script: Uint8Array, amount: bigint): Transaction => {
      const tx = new Transaction({ version: 2 });
      tx.addInput({ txid: txId, index: 0, sequence: 0xfffffffd, witnessUtxo: { script: home.script, amount: 1_000_000n } });
      tx.addOutput({ script, amount });
      tx.sign(key);
      tx.finalize();
      return tx;
    };
    const tx = spend(addressScript(address.address), 999_000n);
    await bitcoin.send(tx.hex);
    const body = {
      bitcoinTxid: tx.id,
      bitcoinTxOutputIndex: 0,
      depositScript: address.depositScript,
      reclaimScript: address.reclaimScript,
      transactionHex: tx.hex,
    };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    expect((await fetch(`${devnet.urls.gateway}/emily/deposit`, init)).status).toBe(201);
    return { txid: tx.id, replace: () => bitcoin.send(spend(home.script, 900_000n).hex) };
  }
});
