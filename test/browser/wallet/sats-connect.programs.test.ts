import { Transaction } from '@scure/btc-signer';
import { Verifier } from 'bip322-js';
import { describe, expect, test } from 'vitest';
import { call, canRun, needs, useWalletPages } from './page.js';
import { psbtOf } from './psbt.js';

const SCRIPT = `
  import * as sats from 'sats-connect';
  globalThis.sats = sats;
  globalThis.heard = [];
`;

describe.skipIf(!canRun)(`sats-connect ${needs}`, () => {
  const pages = useWalletPages(SCRIPT);

  const open = async () => {
    const opened = await pages.open({ wallets: ['xverse'] });
    const { p2wpkh: payment, p2tr: ordinals } = opened.devnet.accounts.wallet_1.btc.addresses;
    return {
      ...{ ...opened, payment, ordinals },
      /** Requests as an application does, after the user selected Xverse once. */
      request: (method: string, params = 'null') =>
        call(opened.page, `sats.request('${method}', ${params}, 'XverseProviders.BitcoinProvider')`),
    };
  };

  test('the default wallet is found, connects, and reports account and network', async () => {
    await using opened = await open();
    const { page, request, payment, ordinals } = opened;
    expect(await call(page, 'sats.getProviders().map(({ id }) => id)')).toEqual(['XverseProviders.BitcoinProvider']);
    expect(await call(page, 'sats.getSupportedWallets().find(({ isInstalled }) => isInstalled).name')).toBe('Xverse');
    expect(await request('wallet_getAccount')).toMatchObject({ status: 'error', error: { code: -32_002 } });
    const network = { bitcoin: { name: 'Regtest' }, stacks: { name: 'testnet' }, spark: { name: 'regtest' } };
    expect(await request('wallet_connect', "{ addresses: ['payment', 'ordinals'], message: 'hello' }")).toMatchObject({
      status: 'success',
      result: {
        addresses: [
          { address: payment, addressType: 'p2wpkh' },
          { address: ordinals, purpose: 'ordinals' },
        ],
        network,
      },
    });
    expect(await request('wallet_getAccount')).toMatchObject({ status: 'success', result: { addresses: [{}, {}, { purpose: 'stacks' }] } });
    expect(await request('getAddresses', "{ purposes: ['stacks'] }")).toMatchObject({
      result: { addresses: [{ addressType: 'stacks' }], network },
    });
    expect(await request('getAccounts', "{ purposes: ['payment'] }")).toMatchObject({
      result: [{ address: payment, walletType: 'software' }],
    });
    expect(await request('wallet_getNetwork')).toMatchObject({ result: network });
    expect(await request('stx_getAddresses')).toMatchObject({ result: { addresses: [{ purpose: 'stacks' }], network } });
    expect(await request('stx_getAccounts')).toMatchObject({ result: { addresses: [{ gaiaAppKey: '' }], network } });
    expect(await request('getInfo')).toMatchObject({ result: { platform: 'web', methods: expect.arrayContaining(['sendTransfer']) } });
    expect(await request('wallet_getCurrentPermissions')).toMatchObject({ result: [{ type: 'account' }, { type: 'wallet' }] });
    expect(await request('wallet_getWalletType')).toMatchObject({ result: 'software' });
    await request('wallet_disconnect');
    expect(await request('wallet_getAccount')).toMatchObject({ status: 'error', error: { code: -32_002 } });
    expect(await request('runes_mint', '{}')).toMatchObject({ status: 'error', error: { code: -32_601 } });
  });

  test('sends bitcoin of all addresses of the account', async () => {
    await using opened = await open();
    const { devnet, request, wallet, payment } = opened;
    expect(await request('getBalance')).toMatchObject({ result: { confirmed: '0', total: '0' } });
    const recipients = `[{ address: '${devnet.accounts.wallet_2.btc.address}', amount: 2000 }]`;
    const sent = (await request('sendTransfer', `{ recipients: ${recipients} }`)) as { result: { txid: string } };
    await devnet.bitcoin.mine();
    expect((await devnet.bitcoin.waitForTx(sent.result.txid)).txid).toBe(sent.result.txid);
    expect(wallet.requests.at(-1)).toMatchObject({ method: 'sendTransfer', txid: sent.result.txid, fee: expect.any(BigInt) });
    // The change is at the address that pages know, so that it pays next time.
    const { result } = (await request('getBalance')) as { result: { confirmed: string } };
    expect(BigInt(result.confirmed)).toBe(
      10n * 100_000_000n - 2000n - (wallet.requests.find(({ method }) => method === 'sendTransfer')?.fee ?? 0n),
    );
    wallet.setPolicy({ feeRate: 20 });
    await request('sendTransfer', `{ recipients: ${recipients} }`);
    expect(wallet.requests.at(-1)?.fee).toBe(20n * 145n);
    expect(await request('sendTransfer', `{ recipients: [{ address: '${payment}', amount: 99_000_000_000 }] }`)).toMatchObject({
      status: 'error',
      error: { code: -32_603, data: { reason: 'NotEnoughFunds' } },
    });
    expect(
      await request('sendTransfer', "{ recipients: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 1 }] }"),
    ).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining('recipients[0].address') },
    });
  });

  test.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const)('signs a PSBT of %s, and sends it if asked to', async (kind) => {
    await using opened = await open();
    const { devnet, request, page } = opened;
    const address = devnet.accounts.wallet_1.btc.addresses[kind];
    const psbt = await psbtOf(devnet, address);
    const signed = (await request('signPsbt', `{ psbt: '${psbt}', signInputs: { '${address}': [0] } }`)) as {
      result: { psbt: string; txid?: string };
    };
    expect(signed.result.txid).toBeUndefined();
    const parsed = Transaction.fromPSBT(Buffer.from(signed.result.psbt, 'base64'));
    parsed.finalize();
    const sent = (await request('signPsbt', `{ psbt: '${psbt}', broadcast: true }`)) as { result: { txid: string } };
    expect(sent.result.txid).toBe(parsed.id);
    await devnet.bitcoin.mine();
    expect((await devnet.bitcoin.waitForTx(sent.result.txid)).txid).toBe(parsed.id);
    const foreign = await psbtOf(devnet, devnet.accounts.wallet_2.btc.addresses.p2wpkh);
    expect(await request('signPsbt', `{ psbt: '${foreign}' }`)).toMatchObject({ error: { code: -32_602 } });
    expect(await request('signPsbt', `{ psbt: '${foreign}', signInputs: { '${address}': [0] } }`)).toMatchObject({
      error: { code: -32_602, message: `input 0 spends no coin of ${address}` },
    });
    // The function that is older than `request`.
    const inputsToSign = `[{ address: '${address}', signingIndexes: [0] }]`;
    const payload = `{ psbtBase64: '${psbt}', broadcast: false, inputsToSign: ${inputsToSign}, network: { type: 'Regtest' } }`;
    const old = await call(page, `new Promise((onFinish, onCancel) => sats.signTransaction({ payload: ${payload}, onFinish, onCancel }))`);
    expect(old).toMatchObject({ psbtBase64: signed.result.psbt });
  });

  test('signs messages: BIP-322 and ECDSA, which other software verifies', async () => {
    await using opened = await open();
    const { devnet, request, page } = opened;
    type Signed = { result: { signature: string; protocol: string; address: string } };
    for (const message of ['hello', 'ünïcode ✓']) {
      for (const [kind, address] of Object.entries(devnet.accounts.wallet_1.btc.addresses)) {
        const usual = (await request('signMessage', `{ address: '${address}', message: '${message}' }`)) as Signed;
        expect(usual.result).toMatchObject({ address, protocol: kind === 'p2tr' ? 'BIP322' : 'ECDSA' });
        expect(Verifier.verifySignature(address, message, usual.result.signature)).toBe(true);
        if (kind !== 'p2wpkh') continue;
        const chosen = (await request('signMessage', `{ address: '${address}', message: '${message}', protocol: 'BIP322' }`)) as Signed;
        expect(Verifier.verifySignature(address, message, chosen.result.signature)).toBe(true);
      }
    }
    const { p2tr } = devnet.accounts.wallet_1.btc.addresses;
    expect(await request('signMessage', `{ address: '${p2tr}', message: 'a', protocol: 'ECDSA' }`)).toMatchObject({
      error: { code: -32_602 },
    });
    const payload = `{ address: '${p2tr}', message: 'hello', network: { type: 'Regtest' } }`;
    const old = await call<string>(
      page,
      `new Promise((onFinish, onCancel) => sats.signMessage({ payload: ${payload}, onFinish, onCancel }))`,
    );
    expect(Verifier.verifySignature(p2tr, 'hello', old)).toBe(true);
  });

  test('the other functions that are older than `request`', async () => {
    await using opened = await open();
    const { devnet, page, payment, ordinals, wallet } = opened;
    const old = (name: string, payload: string) =>
      call(
        page,
        `new Promise((onFinish, onCancel) => sats.${name}({ payload: ${payload}, onFinish, onCancel: () => onFinish('cancelled') }))`,
      );
    const network = "network: { type: 'Regtest' }";
    expect(await old('getAddress', `{ purposes: ['ordinals', 'payment'], message: 'hello', ${network} }`)).toMatchObject({
      addresses: [{ address: ordinals }, { address: payment }],
    });
    const recipients = `[{ address: '${devnet.accounts.wallet_2.btc.address}', amountSats: 700n }]`;
    const txid = await old('sendBtcTransaction', `{ recipients: ${recipients}, senderAddress: '${payment}', ${network} }`);
    await devnet.bitcoin.mine();
    expect((await devnet.bitcoin.waitForTx(String(txid))).txid).toBe(txid);
    const psbt = await psbtOf(devnet, payment);
    const psbts = `[{ psbtBase64: '${psbt}', inputsToSign: [{ address: '${payment}', signingIndexes: [0] }] }]`;
    expect(await old('signMultipleTransactions', `{ psbts: ${psbts}, message: 'm', ${network} }`)).toMatchObject([
      { psbtBase64: expect.any(String) },
    ]);
    wallet.once({ decision: 'reject' });
    expect(await old('getAddress', `{ purposes: ['payment'], message: 'hello', ${network} }`)).toBe('cancelled');
    expect(wallet.requests.map(({ method, decision }) => [method, decision])).toEqual([
      ['getAddresses', 'approve'],
      ['sendTransfer', 'approve'],
      ['signMultiplePsbts', 'approve'],
      ['getAddresses', 'reject'],
    ]);
  });

  test('pages hear of another account and network, and that the wallet disconnected', async () => {
    await using opened = await open();
    const { devnet, page, wallet, request } = opened;
    for (const event of ['accountChange', 'networkChange', 'disconnect']) {
      await call(page, `void (globalThis['end ${event}'] = sats.addListener('${event}', (heard) => globalThis.heard.push(heard)))`);
    }
    await wallet.switchAccount('wallet_3');
    await wallet.switchNetwork('mainnet');
    wallet.disconnect();
    await expect
      .poll(() => call(page, 'globalThis.heard'))
      .toMatchObject([
        { type: 'accountChange', addresses: [{}, { address: devnet.accounts.wallet_3.btc.addresses.p2wpkh }, {}] },
        {
          type: 'networkChange',
          bitcoin: { name: 'Mainnet' },
          stacks: { name: 'mainnet' },
          addresses: [{}, { address: expect.stringMatching(/^bc1q/) }, { address: expect.stringMatching(/^SP/) }],
        },
        { type: 'disconnect' },
      ]);
    // The page asks for the network that it needs.
    expect(await request('wallet_changeNetwork', "{ name: 'Regtest' }")).toMatchObject({ status: 'success' });
    expect(wallet.network).toBe('devnet');
    expect(await call(page, 'globalThis.heard.length')).toBe(4);
    await call(page, "void globalThis['end accountChange']()");
    await wallet.switchAccount('wallet_1');
    await wallet.switchNetwork('testnet');
    await expect
      .poll(() => call(page, 'globalThis.heard.map(({ type }) => type)'))
      .toEqual([...['accountChange', 'networkChange', 'disconnect', 'networkChange', 'networkChange']]);
  });
});
