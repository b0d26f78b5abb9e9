import { connectDevnet, type Devnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootDevnet } from '../../../devnet.js';

const source = `
(define-data-var total uint u1)
(define-data-var page { text: (string-ascii 10), more: (list 2 (string-utf8 4)) } { text: "", more: (list) })
(define-map prices (string-ascii 8) { ask: uint, note: (optional (buff 4)) })
(define-fungible-token coin u1000)
(define-non-fungible-token badge uint)
(define-read-only (time) stacks-block-time)
(define-public (send (n uint) (to principal)) (ft-transfer? coin n tx-sender to))
(define-public (pay (to principal)) (stx-transfer? u100 tx-sender to))`;

type Answer = Record<string, never>;

/** Of (ok true). */
const SERIALIZED = '0x0703';

describe('devnet.state', () => {
  let network: Devnet;
  let connected: Devnet;
  beforeAll(async () => {
    network = await bootDevnet({ gateway: true });
    connected = await connectDevnet(network.urls.gateway ?? '');
    await network.stacks.deploy({ name: 'vault', source, as: 'deployer' });
  });
  afterAll(async () => {
    await connected.close();
    await network.close();
  });
  const ask = async (path: string): Promise<Answer> => (await (await fetch(`${network.urls.gateway}${path}`)).json()) as Answer;

  test('behavior: HTTP takes a value as people write it, or serialized', async () => {
    const contract = `${network.accounts.deployer.stx.address}.vault`;
    const set = async (value: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ contract, name: 'total', value });
      const response = await fetch(`${network.urls.gateway}/devnet/v1/state/data-var`, { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    };
    const total = () => network.contract('vault').variable('total');
    expect((await set('u5')).status).toBe(200);
    expect(await total()).toBe(5n);
    expect((await set({ hex: '0x0100000000000000000000000000000006' })).status).toBe(200);
    expect(await total()).toBe(6n);
    expect(await set({ hex: SERIALIZED })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', expected: 'uint' } });
    expect(await set({ hex: '0xff' })).toMatchObject({ status: 400, body: { field: 'value.hex' } });
    expect(await set({ hex: 'words' })).toMatchObject({ status: 400, body: { field: 'value.hex' } });
    expect(await set({ text: 'u5' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await total()).toBe(6n);
  });

  describe.each(['started', 'connected'])('%s', (kind) => {
    const of = (): Devnet => (kind === 'started' ? network : connected);

    test('default: a variable, with its receipt, and what the Stacks API says of it', async () => {
      const value = kind === 'started' ? 41n : 42n;
      const receipt = await of().state.setDataVar('vault', 'total', value);
      expect(receipt).toMatchObject({ status: 'success', events: [{ type: 'contract_event' }] });
      expect(await network.contract('vault').variable('total')).toBe(value);
      expect(await ask(`/extended/v1/tx/${receipt.txid}`)).toMatchObject({
        tx_type: 'contract_call',
        contract_call: { contract_id: 'ST000000000000000000002AMW42H.devnet-state', function_name: 'set-data-var' },
        events: [{ contract_log: { topic: 'print', value: { repr: expect.stringContaining(`(value u${value})`) } } }],
      });
    });

    test('behavior: text has every character that Clarity allows, also those that a source cannot write', async () => {
      const page = { text: 'a\fb\t\r\n"\\', more: ['\u0000\f', '\u202e😀'] };
      expect(await of().state.setDataVar('vault', 'page', page)).toMatchObject({ status: 'success' });
      expect(await of().contract('vault').variable('page')).toEqual(page);
    });

    test('behavior: an entry is set and deleted', async () => {
      const vault = network.contract('vault');
      const entry = { ask: 7n, note: new Uint8Array([1, 2]) };
      await of().state.setMapEntry('vault', 'prices', 'btc', entry);
      expect(await vault.map('prices', 'btc')).toEqual(entry);
      await of().state.deleteMapEntry('vault', 'prices', 'btc');
      expect(await vault.map('prices', 'btc')).toBeNull();
    });

    test('behavior: balances of tokens and STX are in the Stacks API, and can be spent', async () => {
      const { state, accounts } = of();
      const { address } = accounts.wallet_1.stx;
      const vault = `${accounts.deployer.stx.address}.vault`;
      await state.setFtBalance('vault::coin', address, 9n);
      await state.setNftOwner('vault::badge', 3n, address);
      const tokens = await ask(`/extended/v1/address/${address}/balances`);
      expect(tokens).toMatchObject({
        fungible_tokens: { [`${vault}::coin`]: { balance: '9' } },
        non_fungible_tokens: { [`${vault}::badge`]: { count: '1' } },
      });
      expect(await of().contract('vault').call('send', [4n, accounts.wallet_2.stx.address], { as: 'wallet_1' })).toMatchObject({
        status: 'success',
      });
      await state.setNftOwner('vault::badge', 3n, undefined);
      for (const [principal, amount] of [
        [vault, 500n],
        [address, 1_000_000n],
        [vault, 20n],
      ] as const) {
        await state.setStxBalance(principal, amount);
        expect(await ask(`/extended/v1/address/${principal}/stx`)).toMatchObject({ balance: `${amount}` });
        expect(await ask(`/v2/accounts/${principal}?proof=0`)).toMatchObject({ balance: `0x${amount.toString(16).padStart(32, '0')}` });
      }
    });

    test('behavior: the next block is at a time, which contracts see, and later ones follow', async () => {
      const time = Date.UTC(kind === 'started' ? 2030 : 2031, 0) / 1000;
      await of().state.setNextBlockTime(new Date(time * 1000));
      await network.bitcoin.mine();
      expect(await network.contract('vault').read('time')).toBe(BigInt(time + 10));
      await network.bitcoin.mine();
      expect(await network.contract('vault').read('time')).toBe(BigInt(time + 610));
    });

    test.each<[string, (devnet: Devnet) => Promise<unknown>, object]>([
      ['a principal', ({ state }) => state.setStxBalance('wallet', 1n), { field: 'principal' }],
      ['an amount', ({ state }) => state.setStxBalance('ST000000000000000000002AMW42H', -1n), { field: 'amount' }],
      ['a variable', ({ state }) => state.setDataVar('vault', 'totel', 1n), { message: expect.stringContaining('did you mean total?') }],
      ['a value', ({ state }) => state.setDataVar('vault', 'total', 'x'), { message: expect.stringContaining('value: expected uint') }],
      ['an asset', ({ state }) => state.setFtBalance('vault', 'ST000000000000000000002AMW42H', 1n), { field: 'asset' }],
      [
        'a token',
        ({ state }) => state.setFtBalance('vault::badge', 'ST000000000000000000002AMW42H', 1n),
        { message: expect.stringContaining('It has coin.') },
      ],
      [
        'a supply',
        ({ state }) => state.setFtBalance('vault::coin', 'ST000000000000000000002AMW42H', 5000n),
        { message: expect.stringContaining('upply') },
      ],
      ['a contract that sends', ({ state }) => state.setNonce('ST000000000000000000002AMW42H.pox-4', 1n), { field: 'principal' }],
      ['a time', ({ state }) => state.setNextBlockTime(1), { field: 'time', message: expect.stringContaining('median') }],
      ['milliseconds', ({ state }) => state.setNextBlockTime(1_893_456_000_000), { message: expect.stringContaining('divide by 1000') }],
    ])('error: %s', async (_, run, error) => {
      const before = (await network.status()).stacks.height;
      await expect(run(of())).rejects.toMatchObject({ code: 'INVALID_INPUT', ...error });
      expect((await network.status()).stacks.height).toBe(before);
    });
  });

  test('behavior: pending transactions wait, those with lower nonces are dropped, and a restore undoes all', async () => {
    const devnet = await network.clone();
    const { state, accounts } = devnet;
    const { address } = accounts.wallet_3.stx;
    const nonce = async () => (await devnet.balances()).find(({ name }) => name === 'wallet_3')?.stx.nonce;
    await devnet.setMining({ stacks: 'manual' });
    const first = await nonce();
    const pending = await devnet.stacks.transfer({ to: 'wallet_4', amount: 5n, as: 'wallet_3', wait: false });
    const before = await devnet.snapshot();
    await state.setDataVar('vault', 'total', 1000n);
    expect(await devnet.stacks.receipt(pending)).toBeUndefined();
    const dropped = devnet.stacks.waitForTx(pending);
    dropped.catch(() => undefined);
    await state.setNonce(address, 50);
    expect(await nonce()).toBe(50);
    await expect(dropped).rejects.toMatchObject({ code: 'DROPPED' });
    await devnet.restore(before);
    expect(await nonce()).toBe(first);
    expect(await devnet.contract('vault').variable('total')).not.toBe(1000n);
    await devnet.stacks.mine();
    expect(await devnet.stacks.receipt(pending)).toMatchObject({ status: 'success' });
    await devnet.close();
  });

  test('behavior: a reorganisation makes the change again', async () => {
    const devnet = await network.clone();
    await devnet.bitcoin.mine();
    await devnet.state.setDataVar('vault', 'total', 2000n);
    const client = await devnet.bitcoin.client();
    await client.command('invalidateblock', (await devnet.status()).bitcoin.hash);
    await devnet.bitcoin.mine(2);
    expect(await devnet.contract('vault').variable('total')).toBe(2000n);
    await devnet.close();
  });

  test('error: the route is closed to web pages of other origins', async () => {
    const body = JSON.stringify({ principal: 'ST000000000000000000002AMW42H', amount: '1' });
    const headers = { 'content-type': 'application/json', origin: 'https://example.com' };
    const answer = await fetch(`${network.urls.gateway}/devnet/v1/state/stx-balance`, { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
  });

  test('error: a network before epoch 3.0, and nodes that somebody else runs', async () => {
    const old = await bootDevnet({ epoch: '2.5' });
    await expect(old.state.setStxBalance('ST000000000000000000002AMW42H', 1n)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await old.close();
    const { stacks, bitcoin } = network.urls;
    const external = await bootDevnet({
      engine: 'external',
      external: { bitcoinRpc: bitcoin.replace('://', '://devnet:devnet@'), stacksRpc: stacks },
    });
    await expect(external.state.setStxBalance('ST000000000000000000002AMW42H', 1n)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(external.state.setNextBlockTime(new Date('2040-01-01'))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await external.close();
  });
});
