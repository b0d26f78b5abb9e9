import { Transaction } from '@scure/btc-signer';
import { verifyMessageSignatureRsv } from '@stacks/encryption';
import { Cl, deserializeTransaction, encodeStructuredDataBytes, publicKeyFromSignatureRsv } from '@stacks/transactions';
import { Verifier } from 'bip322-js';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#dist/stacks/protocol/codec/hash.js';
import { call, canRun, needs, useWalletPages } from './page.js';
import { psbtOf } from './psbt.js';

const SCRIPT = `
  import * as connect from '@stacks/connect';
  import { Cl, Pc, makeUnsignedSTXTokenTransfer } from '@stacks/transactions';
  Object.assign(globalThis, { connect, Cl, Pc, makeUnsignedSTXTokenTransfer });
`;
const TOKENS = `
  (define-fungible-token coin)
  (define-non-fungible-token card uint)
  (define-public (transfer-card (id uint) (from principal) (to principal)) (nft-transfer? card id from to))
  (define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34)))) (ft-transfer? coin amount from to))
  (ft-mint? coin u1000 tx-sender)
  (nft-mint? card u7 tx-sender)
`;
const CARDS = `
  (define-non-fungible-token card uint)
  (define-public (transfer (id uint) (from principal) (to principal)) (nft-transfer? card id from to))
  (nft-mint? card u7 tx-sender)
`;
const BOB = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const PUBLIC_KEY = '03cd2cfdbd2ad9332828a7a13ef62cb999e063421c708e863a7ffed71fb61c88c9';
const ADDRESS = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';

const WALLETS = [
  { wallet: 'leather', provider: 'LeatherProvider', label: 'Leather' },
  { wallet: 'xverse', provider: 'XverseProviders.BitcoinProvider', label: 'Xverse Wallet' },
] as const;

describe.skipIf(!canRun)(`@stacks/connect 8 ${needs}`, () => {
  const { open } = useWalletPages(SCRIPT);

  test.each(WALLETS)('the selection of wallets lists $label, which remains selected', async ({ label, provider, wallet: name }) => {
    await using opened = await open();
    const { page, wallet } = opened;
    const connecting = call(page, 'connect.connect()');
    await page.locator('connect-modal').getByRole('listitem').filter({ hasText: label }).getByRole('button').first().click();
    expect(await connecting).toMatchObject({ addresses: [{}, {}, { address: ADDRESS, publicKey: PUBLIC_KEY }] });
    expect(await call(page, 'connect.getLocalStorage().addresses.stx[0].address')).toBe(ADDRESS);
    expect(await call(page, `connect.getSelectedProvider() === ${provider}`)).toBe(true);
    expect(await call(page, "connect.request('stx_signMessage', { message: 'hello' })")).toMatchObject({ publicKey: PUBLIC_KEY });
    const origin = new URL(page.url()).origin;
    expect(wallet.requests).toMatchObject([
      { wallet: name, method: name === 'leather' ? 'getAddresses' : 'wallet_connect', origin, decision: 'approve' },
      { wallet: name, method: 'stx_signMessage', params: { message: 'hello' }, origin, decision: 'approve' },
    ]);
  });

  test.each(WALLETS)('$wallet: transfers, deploys and calls, which the chain confirms', async ({ provider }) => {
    await using opened = await open();
    const { page, wallet, devnet } = opened;
    const send = async (method: string, params: string) => {
      const sent = await call<{ txid: string; transaction: string }>(
        page,
        `connect.request({ provider: ${provider} }, '${method}', ${params})`,
      );
      expect(sent).toEqual({ txid: expect.stringMatching(/^[0-9a-f]{64}$/), transaction: expect.any(String) });
      expect(deserializeTransaction(sent.transaction).txid()).toBe(sent.txid);
      expect(wallet.requests.at(-1)).toMatchObject({ method, txid: `0x${sent.txid}`, fee: expect.any(BigInt) });
      return devnet.stacks.waitForTx(sent.txid);
    };
    const transfer = await send('stx_transferStx', `{ recipient: '${BOB}', amount: 5n, memo: 'ünïcode' }`);
    expect(transfer).toMatchObject({ status: 'success', events: [{ type: 'stx_transfer_event' }] });
    const deploy = await send(
      'stx_deployContract',
      `{ name: 'tokens', clarityCode: ${JSON.stringify(TOKENS)}, clarityVersion: 3, postConditionMode: 'allow' }`,
    );
    expect(deploy.status).toBe('success');
    await send('stx_deployContract', `{ name: 'cards', clarityCode: ${JSON.stringify(CARDS)}, postConditionMode: 'allow' }`);

    const contract = `${ADDRESS}.tokens`;
    const args = `[Cl.uint(10), Cl.principal('${ADDRESS}'), Cl.principal('${BOB}'), Cl.none()]`;
    const exact = `[Pc.principal('${ADDRESS}').willSendEq(10).ft('${contract}', 'coin')]`;
    const callOf = (more: string) => `{ contract: '${contract}', functionName: 'transfer', functionArgs: ${args}, ${more} }`;
    expect((await send('stx_callContract', callOf(`postConditions: ${exact}`))).status).toBe('success');
    // Without a post-condition nothing may leave the account.
    expect((await send('stx_callContract', callOf(''))).status).toBe('abort_by_post_condition');
    expect((await send('stx_callContract', callOf("postConditionMode: 'allow'"))).status).toBe('success');
    expect((await send('stx_callContract', callOf("postConditionMode: 'originator'"))).status).toBe('abort_by_post_condition');

    const ft = await send('stx_transferSip10Ft', `{ recipient: '${BOB}', asset: '${contract}', amount: 3 }`);
    expect(ft).toMatchObject({ status: 'success', events: [{ type: 'ft_transfer_event' }] });
    const nft = await send('stx_transferSip9Nft', `{ recipient: '${BOB}', asset: '${ADDRESS}.cards::card', assetId: Cl.uint(7) }`);
    expect(nft).toMatchObject({ status: 'success', events: [{ type: 'nft_transfer_event' }] });
  });

  test.each(WALLETS)('$wallet: a fee, a nonce and a sponsor are those of the request', async ({ provider }) => {
    await using opened = await open();
    const { page, devnet } = opened;
    const pay = (more: string) =>
      call<{ txid?: string; transaction: string }>(
        page,
        `connect.request({ provider: ${provider} }, 'stx_transferStx', { recipient: '${BOB}', amount: 1, ${more} })`,
      );
    const [first, second] = [await pay(''), await pay('nonce: 1, fee: 4321')];
    const read = ({ transaction }: { transaction: string }) => deserializeTransaction(transaction).auth.spendingCondition;
    expect([read(first), read(second)]).toMatchObject([
      { nonce: 0n, fee: 3000n },
      { nonce: 1n, fee: 4321n },
    ]);
    expect((await devnet.stacks.waitForTx(second.txid ?? '')).status).toBe('success');

    const sponsored = await pay('sponsored: true');
    expect(sponsored.txid).toBeUndefined();
    expect(deserializeTransaction(sponsored.transaction).auth).toMatchObject({ authType: 5, spendingCondition: { nonce: 2n, fee: 0n } });
  });

  test.each(WALLETS)('$wallet: signs a transaction that the page has made', async ({ provider, wallet: name }) => {
    await using opened = await open();
    const { page, devnet } = opened;
    const from = `publicKey: '${PUBLIC_KEY}', network: 'testnet', fee: 2000, nonce: 0`;
    const make = `makeUnsignedSTXTokenTransfer({ recipient: '${BOB}', amount: 9, ${from} })`;
    const sign = (more: string) =>
      call<{ txid?: string; transaction: string }>(
        page,
        `${make}.then((tx) => connect.request({ provider: ${provider} }, 'stx_signTransaction', { transaction: tx.serialize(), ${more} }))`,
      );
    const kept = await sign('broadcast: false');
    expect(kept.txid).toBeUndefined();
    // Leather waits to be asked, Xverse sends unless asked not to.
    const sent = await sign(name === 'leather' ? 'broadcast: true' : '');
    expect(sent.transaction).toBe(kept.transaction);
    expect((await devnet.stacks.waitForTx(sent.txid ?? '')).status).toBe('success');
  });

  test.each(WALLETS)('$wallet: signs messages, which stacks.js verifies', async ({ provider }) => {
    await using opened = await open();
    for (const message of ['hello', 'ünïcode ✓', 'a'.repeat(300)]) {
      const request = `connect.request({ provider: ${provider} }, 'stx_signMessage', { message: ${JSON.stringify(message)} })`;
      const { signature, publicKey } = await call<{ signature: string; publicKey: string }>(opened.page, request);
      expect(publicKey).toBe(PUBLIC_KEY);
      expect(verifyMessageSignatureRsv({ message, publicKey, signature })).toBe(true);
    }
    const domain = Cl.tuple({ name: Cl.stringAscii('app'), version: Cl.stringAscii('1'), 'chain-id': Cl.uint(2147483648) });
    const message = Cl.tuple({ amount: Cl.uint(1) });
    const ofApp = "Cl.tuple({ name: Cl.stringAscii('app'), version: Cl.stringAscii('1'), 'chain-id': Cl.uint(2147483648) })";
    const params = `{ message: Cl.tuple({ amount: Cl.uint(1) }), domain: ${ofApp} }`;
    const signed = await call<{ signature: string }>(
      opened.page,
      `connect.request({ provider: ${provider} }, 'stx_signStructuredMessage', ${params})`,
    );
    const hash = sha256(encodeStructuredDataBytes({ message, domain })).toString('hex');
    expect(publicKeyFromSignatureRsv(hash, signed.signature)).toBe(PUBLIC_KEY);
  });

  test.each(WALLETS)('$wallet: sends bitcoin, and lists accounts', async ({ provider }) => {
    await using opened = await open();
    const { page, devnet } = opened;
    const [to] = Object.values(devnet.accounts.wallet_2.btc.addresses);
    const send = `connect.request({ provider: ${provider} }, 'sendTransfer', { recipients: [{ address: '${to}', amount: 5000n }] })`;
    const { txid } = await call<{ txid: string }>(page, send);
    await devnet.bitcoin.mine();
    expect((await devnet.bitcoin.waitForTx(txid)).txid).toBe(txid);
    const accounts = await call(page, `connect.request({ provider: ${provider} }, 'stx_getAccounts')`);
    expect(accounts).toMatchObject({ accounts: [{ address: ADDRESS, publicKey: PUBLIC_KEY }] });
  });

  test.each(WALLETS)('$wallet: signs a PSBT', async ({ provider }) => {
    await using opened = await open();
    const { page, devnet, wallet } = opened;
    const address = devnet.accounts.wallet_1.btc.addresses.p2wpkh;
    const psbt = await psbtOf(devnet, address);
    const sign = (more: string) =>
      call<{ psbt: string; txid?: string }>(page, `connect.request({ provider: ${provider} }, 'signPsbt', { psbt: '${psbt}', ${more} })`);
    const kept = await sign(`signInputs: [{ index: 0, address: '${address}' }]`);
    const complete = Transaction.fromPSBT(Buffer.from(kept.psbt, 'base64'));
    complete.finalize();
    expect(kept.txid).toBeUndefined();
    expect(await sign("signInputs: [0], allowedSighash: ['ALL']")).toMatchObject({ psbt: kept.psbt });
    expect((await sign('broadcast: true')).txid).toBe(complete.id);
    expect((await devnet.bitcoin.waitForTx(complete.id)).txid).toBe(complete.id);
    expect(wallet.requests.map(({ fee }) => fee)).toEqual([400n, 400n, 400n]);
    expect(await sign(`signInputs: [{ index: 3, address: '${address}' }]`)).toMatchObject({
      thrown: { code: -32_602, message: 'the PSBT has no input 3' },
    });
    wallet.setPolicy({ funds: 'none' });
    expect(await sign('broadcast: true')).toMatchObject({ thrown: { code: -32_603 } });
  });

  test('leather: signs messages of Bitcoin by BIP-322', async () => {
    await using opened = await open();
    const { p2wpkh, p2tr } = opened.devnet.accounts.wallet_1.btc.addresses;
    for (const [more, address] of [
      ['', p2wpkh],
      [", paymentType: 'p2tr'", p2tr],
    ] as const) {
      const request = `LeatherProvider.request('signMessage', { message: 'hello'${more} })`;
      const { result } = await call<{ result: { signature: string; address: string; message: string } }>(opened.page, request);
      expect(result).toEqual({ signature: expect.any(String), address, message: 'hello' });
      expect(Verifier.verifySignature(address, 'hello', result.signature)).toBe(true);
    }
  });

  test('the functions of connect 7 that connect 8 still has', async () => {
    await using opened = await open();
    const { page, devnet } = opened;
    const options = `{ recipient: '${BOB}', amount: 4n, network: 'testnet', onFinish: resolve, onCancel: reject }`;
    const sent = await call<{ txId: string }>(page, `new Promise((resolve, reject) => connect.openSTXTransfer(${options}))`);
    expect((await devnet.stacks.waitForTx(sent.txId)).status).toBe('success');
  });
});
