import { type Devnet, startDevnet } from 'stacks-devnet';
import { createWallet, type Wallet } from 'stacks-devnet/wallet';
import { describe, expect, test } from 'vitest';
import { testCache } from '../../cache.js';
import { call, canRun, needs, useWalletPages } from './page.js';

const SCRIPT = `
  import * as connect from '@stacks/connect';
  globalThis.connect = connect;
  globalThis.heard = [];
`;
const BOB = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const PAY = `'stx_transferStx', { recipient: '${BOB}', amount: 5 }`;

const WALLETS = [
  { wallet: 'leather', provider: 'LeatherProvider', rejection: 4001 },
  { wallet: 'xverse', provider: 'XverseProviders.BitcoinProvider', rejection: -32_000 },
] as const;

describe.skipIf(!canRun)(`policies of a wallet ${needs}`, () => {
  const pages = useWalletPages(SCRIPT);

  const open = async (provider = 'LeatherProvider') => {
    const opened = await pages.open();
    return { ...opened, request: (rest: string) => call(opened.page, `connect.request({ provider: ${provider} }, ${rest})`) };
  };

  test.each(WALLETS)('reject: $wallet fails as the wallet does, for the next request or for all', async ({ provider, rejection }) => {
    await using opened = await open(provider);
    const { request, wallet } = opened;
    const rejected = { thrown: { name: 'JsonRpcError', code: rejection, message: 'User rejected the request' } };
    wallet.once({ decision: 'reject' });
    expect(await request("'getAddresses'")).toEqual(rejected);
    expect(await request("'getAddresses'")).toMatchObject({ addresses: [{}, {}, {}] });
    wallet.setPolicy(({ method }) => ({ decision: method === 'stx_transferStx' ? 'reject' : 'approve' }));
    expect(await request(PAY)).toEqual(rejected);
    expect(await request("'stx_signMessage', { message: 'm' }")).toMatchObject({ signature: expect.any(String) });
    expect(wallet.requests.map(({ decision, error }) => [decision, error?.code])).toEqual([
      ['reject', rejection],
      ['approve', undefined],
      ['reject', rejection],
      ['approve', undefined],
    ]);
  });

  test('reject: nothing was sent', async () => {
    await using opened = await open();
    opened.wallet.setPolicy({ decision: 'reject' });
    await opened.request(PAY);
    expect((await opened.devnet.balances()).find(({ name }) => name === 'wallet_1')?.stx.nonce).toBe(0);
  });

  test('delay: the page waits for the user, and `close` ends that', async () => {
    await using opened = await open();
    const { request, wallet } = opened;
    wallet.setPolicy({ delayMs: 300 });
    const before = performance.now();
    await request("'getAddresses'");
    expect(performance.now() - before).toBeGreaterThanOrEqual(299);
    expect(wallet.requests[0]?.durationMs).toBeGreaterThanOrEqual(299);
    const asked = new Promise<void>((resolve) => {
      wallet.setPolicy(() => {
        resolve();
        return { delayMs: 3_600_000 };
      });
    });
    const waiting = request("'getAddresses'");
    await asked;
    await wallet.close();
    const closed = { thrown: { code: -32_603, message: 'the wallet is closed' } };
    expect(await waiting).toMatchObject(closed);
    expect(await request("'getAddresses'")).toMatchObject(closed);
  });

  test.each(WALLETS)('wrong network: $wallet has the addresses of mainnet, and signs nothing', async ({ wallet: name, provider }) => {
    await using opened = await open(provider);
    const { request, wallet } = opened;
    await wallet.switchNetwork('mainnet');
    const { addresses } = (await request("'getAddresses'")) as { addresses: { address: string }[] };
    expect(addresses.map(({ address }) => address.slice(0, 4)).sort()).toEqual(['SP1S', 'bc1p', 'bc1q']);
    expect(await request(PAY)).toMatchObject({ thrown: { code: -32_600, message: 'The wallet is on mainnet, and signs on devnet only' } });
    expect(wallet.requests.at(-1)).toMatchObject({ decision: undefined, error: { code: -32_600 } });
    await wallet.switchNetwork('devnet');
    // And a page that asks for another network than the wallet's.
    expect(await request(`'stx_transferStx', { recipient: '${BOB}', amount: 5, network: 'mainnet' }`)).toMatchObject({
      thrown: { code: -32_600, message: 'The request is for mainnet, the wallet is on devnet' },
    });
    for (const fine of ['testnet', 'devnet', 'http://localhost:3999']) {
      expect(await request(`'stx_transferStx', { recipient: '${BOB}', amount: 5, network: '${fine}' }`)).toMatchObject({
        txid: expect.any(String),
      });
    }
    const other = await request("'getAddresses', { network: 'mainnet' }");
    if (name === 'leather') expect(other).toMatchObject({ addresses: [{}, {}, { address: expect.stringMatching(/^SP/) }] });
    else expect(other).toMatchObject({ thrown: { code: -32_600 } });
  });

  test('no funds: what would be sent fails, and nothing else', async () => {
    await using opened = await open('XverseProviders.BitcoinProvider');
    const { request, wallet, devnet } = opened;
    wallet.setPolicy({ funds: 'none' });
    const poor = { thrown: { code: -32_603, message: `${devnet.accounts.wallet_1.stx.address} has not enough funds` } };
    expect(await request(PAY)).toMatchObject(poor);
    expect(
      await request(`'sendTransfer', { recipients: [{ address: '${devnet.accounts.wallet_2.btc.address}', amount: 1000 }] }`),
    ).toMatchObject(poor);
    expect(await request("'stx_signMessage', { message: 'm' }")).toMatchObject({ signature: expect.any(String) });
    expect(wallet.requests[0]?.error?.data).toEqual({ reason: 'NotEnoughFunds' });
    wallet.setPolicy({});
    // As the node says it.
    expect(await request(`'stx_transferStx', { recipient: '${BOB}', amount: '900000000000000' }`)).toMatchObject({
      thrown: { code: -32_603 },
    });
    expect(wallet.requests.at(-1)?.error).toMatchObject({
      message: expect.stringContaining('NotEnoughFunds'),
      data: { reason: 'NotEnoughFunds' },
    });
  });

  test('fee: the user edits that of the request', async () => {
    await using opened = await open();
    const { request, wallet, devnet } = opened;
    wallet.setPolicy({ fee: 77_000n });
    const { txid } = (await request(`'stx_transferStx', { recipient: '${BOB}', amount: 5, fee: 1000 }`)) as { txid: string };
    expect(wallet.requests.at(-1)?.fee).toBe(77_000n);
    expect(await devnet.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
    const [, after] = await devnet.balances();
    expect(after).toMatchObject({ name: 'wallet_1', stx: { balance: 100_000_000_000_000n - 77_005n } });
  });

  test('the account: another one signs after `switchAccount`, and requests for the first one fail', async () => {
    await using opened = await open();
    const { request, wallet, devnet, page } = opened;
    await call(page, "void LeatherProvider.listen('stx_accountChange', (accounts) => globalThis.heard.push(accounts[0].address))");
    await call(page, "void LeatherProvider.listen('stx_networkChange', ({ active }) => globalThis.heard.push(active))");
    const { wallet_1: first, wallet_2: second } = devnet.accounts;
    await wallet.switchAccount('wallet_2');
    await wallet.switchNetwork('testnet');
    await wallet.switchNetwork('devnet');
    await expect.poll(() => call(page, 'globalThis.heard')).toEqual([second.stx.address, 'testnet', 'devnet']);
    expect(await request(`'stx_transferStx', { recipient: '${BOB}', amount: 5, address: '${first.stx.address}' }`)).toMatchObject({
      thrown: { code: -32_001 },
    });
    expect(await request("'getAddresses'")).toMatchObject({ addresses: [{}, {}, { address: second.stx.address }] });
    expect(wallet.account).toBe(second);
  });

  test('wrong parameters fail with their name', async () => {
    await using opened = await open();
    const wrong: [string, string][] = [
      ["'stx_transferStx', { recipient: 'nobody', amount: 1 }", 'params.recipient: expected a Stacks principal, received "nobody"'],
      [`'stx_transferStx', { recipient: '${BOB}' }`, 'params.amount: expected a whole number of base units, received nothing'],
      [`'stx_transferStx', { recipient: '${BOB}', amount: 1.5 }`, 'params.amount'],
      [`'stx_transferStx', { recipient: '${BOB}', amount: 1, memo: 'a'.repeat(35) }`, 'params.memo'],
      ["'stx_callContract', { contract: 'x', functionName: 'f' }", 'params.contract'],
      [`'stx_callContract', { contract: '${BOB}.a', functionName: 'f', functionArgs: ['zz'] }`, 'params.functionArgs[0]'],
      ["'stx_deployContract', { name: '1', clarityCode: '1' }", 'params.name'],
      ["'stx_signTransaction', { transaction: 'abcd' }", 'params.transaction'],
      ["'stx_signStructuredMessage', { message: '0x03', domain: '0x03' }", 'params.domain: expected a tuple'],
      [
        `'stx_transferSip10Ft', { recipient: '${BOB}', amount: 1, asset: '${BOB}.none' }`,
        'params.asset: expected a contract of the network',
      ],
    ];
    for (const [request, message] of wrong) {
      expect(await opened.request(request)).toMatchObject({ thrown: { code: -32_602, message: expect.stringContaining(message) } });
    }
    expect(await call(opened.page, "LeatherProvider.request('stx_eatCake').catch(({ error }) => error)")).toEqual({
      code: -32_601,
      message: 'the wallet has no method "stx_eatCake"',
    });
    // Extensions receive JSON only.
    expect(await call(opened.page, "LeatherProvider.request('stx_signMessage', { message: 1n })")).toMatchObject({
      thrown: { name: 'TypeError' },
    });
  });

  test('requests can be waited for', async () => {
    await using opened = await open();
    const { request, wallet } = opened;
    const waiting = wallet.waitForRequest('stx_signMessage');
    await request("'getAddresses'");
    await request("'stx_signMessage', { message: 'm' }");
    const found = await waiting;
    expect(found).toMatchObject({ id: 2, method: 'stx_signMessage', params: { message: 'm' } });
    expect(await wallet.waitForRequest(({ id }) => id === 2)).toBe(found);
    await expect(wallet.waitForRequest('stx_callContract', { timeoutMs: 10 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      lastSeen: 'getAddresses, stx_signMessage',
    });
    wallet.clear();
    expect(wallet.requests).toEqual([]);
  });

  test('pages without a wallet have none, and a context takes one', async () => {
    await using opened = await open();
    const browser = pages.browser();
    await expect(browser.open(opened.devnet, { account: 'nobody' })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'account' });
    const { attachWallet } = await import('stacks-devnet/wallet');
    await expect(attachWallet(opened.wallet, opened.context)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'context' });
    const plain = await opened.context.browser()?.newPage();
    await plain?.goto(browser.origin);
    expect(await plain?.evaluate('typeof LeatherProvider + typeof StacksProvider + typeof __stacksDevnetWallet')).toBe(
      'undefinedundefinedundefined',
    );
    await plain?.close();
  });

  test('no key is in what pages get', async () => {
    await using opened = await open();
    const { request, wallet, devnet } = opened;
    for (const method of ["'getAddresses'", "'stx_getAccounts'", "'stx_signMessage', { message: 'm' }", PAY]) await request(method);
    const seen = JSON.stringify([wallet.requests.map(({ result }) => result)]);
    for (const { privateKey } of Object.values(devnet.accounts)) expect(seen).not.toContain(privateKey.slice(0, 64));
  });
});

describe('options of a wallet', () => {
  test.each<[string, (devnet: Devnet) => Wallet, string]>([
    ['account', (devnet) => createWallet(devnet, { account: 'walet_1' }), 'account'],
    ['wallets', (devnet) => createWallet(devnet, { wallets: [] }), 'wallets'],
    ['policy', (devnet) => createWallet(devnet, { policy: { decision: 'maybe' as 'reject' } }), 'policy.decision'],
    ['fee', (devnet) => createWallet(devnet, { policy: { fee: 1 as unknown as bigint } }), 'policy.fee'],
    ['names', (devnet) => createWallet(devnet, { policy: { delay: 1 } as object }), 'policy'],
  ])('%s: a wrong one is named', async (_, create, field) => {
    await using devnet = await startDevnet({ cache: testCache });
    expect(() => create(devnet)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field }));
  });

  test('a network without a gateway has no wallet', async () => {
    await using devnet = await startDevnet({ cache: testCache, gateway: false });
    expect(() => createWallet(devnet)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
  });
});
