import { connectDevnet, startDevnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { account, balanceOf, bootDevnet, sbtcOf } from '../../../devnet.js';

const counter = `(define-data-var count uint u0)
(define-public (add (step uint)) (ok (var-set count (+ (var-get count) step))))
(define-read-only (get-count) (var-get count))`;

test('default: a copy has the state of its network, and both go on apart', async () => {
  await using devnet = await bootDevnet();
  await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
  const { txid } = await devnet.contract('counter').call('add', [5n], { as: 'wallet_1' });
  const { txId } = await devnet.faucet.btc(account(devnet, 'wallet_2').btc.address);
  await devnet.snapshot('mine');

  await using copy = await devnet.clone();
  const tips = async (of: typeof devnet) => {
    const { bitcoin, stacks } = await of.status();
    return { bitcoin, stacks };
  };
  expect(await tips(copy)).toEqual(await tips(devnet));
  expect(copy.accounts).toEqual(devnet.accounts);
  expect(await copy.balances()).toEqual(await devnet.balances());
  expect(await copy.stacks.receipt(txid)).toEqual(await devnet.stacks.receipt(txid));
  expect(await copy.bitcoin.waitForTx(txId)).toEqual(await devnet.bitcoin.waitForTx(txId));
  expect(await copy.stacks.trace(txid)).toEqual(await devnet.stacks.trace(txid));
  expect(await copy.snapshots()).toEqual([]);
  expect(new Set([copy, devnet].flatMap(({ urls }) => [urls.bitcoin, urls.stacks])).size).toBe(4);

  await copy.contract('counter').call('add', [10n], { as: 'wallet_1' });
  expect(await copy.contract('counter').read('get-count')).toBe(15n);
  expect(await devnet.contract('counter').read('get-count')).toBe(5n);
  await devnet.contract('counter').call('add', [10n], { as: 'wallet_1' });
  // The same transactions make the same blocks.
  expect(await tips(devnet)).toEqual(await tips(copy));
  await copy.mine({ bitcoin: 2 });
  expect((await copy.status()).bitcoin.height).toBe((await devnet.status()).bitcoin.height + 2);
});

test('default: a copy has a gateway if its network has one, or if asked', async () => {
  await using devnet = await startDevnet();
  const { address } = devnet.accounts.wallet_3.stx;
  await devnet.faucet.stx(address);
  await using copy = await devnet.clone();
  await using bare = await devnet.clone({ gateway: false });
  expect(bare.urls.gateway).toBeUndefined();
  expect(copy.urls.gateway).not.toBe(devnet.urls.gateway);
  const balance = async (gateway = '') => (await fetch(`${gateway}/extended/v1/address/${address}/stx`)).json();
  const history = async (gateway = '') => (await fetch(`${gateway}/extended/v2/addresses/${address}/transactions`)).json();
  expect(await balance(copy.urls.gateway)).toEqual(await balance(devnet.urls.gateway));
  expect(await history(copy.urls.gateway)).toEqual(await history(devnet.urls.gateway));
  await using connected = await connectDevnet(copy.urls.gateway ?? '');
  await connected.faucet.stx(address);
  expect(await balance(copy.urls.gateway)).not.toEqual(await balance(devnet.urls.gateway));
});

test('behavior: pending transactions are pending in the copy, too', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual', stacks: 'manual' } });
  const to = account(devnet, 'wallet_2');
  const before = await balanceOf(devnet, 'wallet_2');
  const txid = await devnet.stacks.transfer({ to: to.stx.address, amount: 7n, as: 'wallet_1', wait: false });
  const { txId } = await devnet.faucet.btc(to.btc.address, { amount: 1000n, wait: false });
  await using copy = await devnet.clone();
  expect(await copy.miningModes()).toEqual({ bitcoin: 'manual', stacks: 'manual' });
  await copy.mine({ bitcoin: 1 });
  expect(await copy.bitcoin.waitForTx(txId)).toMatchObject({ confirmations: 1 });
  expect(await copy.stacks.waitForTx(txid)).toMatchObject({ status: 'success' });
  expect(await balanceOf(copy, 'wallet_2')).toMatchObject({ stx: before.stx + 7n, btc: before.btc + 1000n });
  expect(await balanceOf(devnet, 'wallet_2')).toEqual(before);
  expect((await devnet.bitcoin.mine()).bitcoin.hashes).toHaveLength(1);
});

test('behavior: in auto, what was pending is mined in the copy', async () => {
  await using devnet = await bootDevnet({ mining: { stacks: 'manual' } });
  const txid = await devnet.stacks.transfer({ to: account(devnet, 'wallet_2').stx.address, amount: 7n, as: 'wallet_1', wait: false });
  await using copy = await devnet.clone();
  const mined = copy.stacks.waitForTx(txid);
  await copy.setMining({ stacks: 'auto' });
  expect(await mined).toMatchObject({ status: 'success' });
});

test('behavior: a copy outlives its network, has snapshots of its own, and can be copied', async () => {
  const devnet = await bootDevnet();
  await devnet.stacks.mine();
  await using copy = await devnet.clone();
  await using second = await copy.clone();
  await devnet.close();
  const { stacks } = await copy.status();
  const id = await copy.snapshot();
  await copy.stacks.mine(3);
  await copy.restore(id);
  expect((await copy.status()).stacks).toEqual(stacks);
  await second.stacks.mine();
  expect((await second.status()).stacks.height).toBe(stacks.height + 1);
});

test('behavior: the wallets of the Bitcoin node, used or not since', async () => {
  await using devnet = await bootDevnet();
  const client = await devnet.bitcoin.client();
  await client.command('createwallet', 'mine');
  const address: string = await client.command('getnewaddress');
  await devnet.faucet.btc(address, { amount: 5000n });
  await using copy = await devnet.clone();
  await using second = await copy.clone();
  for (const { bitcoin } of [copy, second]) expect(await (await bitcoin.client()).command('getbalance')).toBe(0.000_05);
  await (await copy.bitcoin.client()).command('sendtoaddress', address, 0.000_01);
  expect(await (await second.bitcoin.client()).command('getbalance')).toBe(0.000_05);
});

test('behavior: a deposit of sBTC goes on in both', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual' } });
  const recipient = account(devnet, 'wallet_4').stx.address;
  const before = await sbtcOf(devnet, recipient);
  await devnet.sbtc.deposit({ recipient, amount: 100_000n, wait: false });
  await using copy = await devnet.clone();
  for (const each of [copy, devnet]) {
    expect(await each.sbtc.deposits()).toMatchObject([{ status: 'pending' }]);
    await each.mine({ bitcoin: 4 });
    await expect.poll(() => sbtcOf(each, recipient)).toBeGreaterThan(before);
  }
});

test('behavior: copies of a busy network are consistent', async () => {
  await using devnet = await bootDevnet();
  const to = account(devnet, 'wallet_8').stx.address;
  const senders = ['wallet_1', 'wallet_2', 'wallet_3', 'wallet_4'] as const;
  const payments = Promise.all(senders.flatMap((as) => Array.from({ length: 10 }, () => devnet.stacks.transfer({ to, amount: 1n, as }))));
  const coins = Promise.all(Array.from({ length: 5 }, () => devnet.faucet.btc(account(devnet, 'wallet_7').btc.address)));
  const copies = await Promise.all([devnet.clone(), devnet.clone(), devnet.clone()]);
  try {
    for (const copy of copies) {
      // What waited is mined; then each account that sent something can send more.
      for (const as of senders) await copy.stacks.transfer({ to, amount: 1n, as });
      const { stacks, bitcoin } = await copy.status();
      const info = (await (await fetch(`${copy.urls.stacks}/v2/info`)).json()) as Record<string, unknown>;
      expect(info).toMatchObject({ stacks_tip_height: stacks.height, burn_block_height: bitcoin.height });
      await copy.mine({ bitcoin: 1 });
    }
    await Promise.all([payments, coins]);
  } finally {
    await Promise.all(copies.map((copy) => copy.close()));
  }
});

describe('error', () => {
  test('a closed network, and an unknown option', async () => {
    const devnet = await bootDevnet();
    await expect(devnet.clone({ port: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_INPUT', received: '"port"' });
    await expect(devnet.clone({ ports: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'ports' });
    await expect(devnet.clone({ gateway: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'gateway' });
    await devnet.close();
    await expect(devnet.clone()).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('nodes of others', async () => {
    await using devnet = await startDevnet();
    const { bitcoin, stacks } = devnet.urls;
    await using attached = await startDevnet({
      engine: 'external',
      external: { bitcoinRpc: bitcoin.replace('://', '://devnet:devnet@'), stacksRpc: stacks },
    });
    const refusal = {
      code: 'UNSUPPORTED',
      message:
        'the external engine cannot copy a network. Use the embedded engine, or devnet.snapshot(), and devnet.restore(id) after each test.',
    };
    await expect(attached.clone()).rejects.toMatchObject(refusal);
    await using connected = await connectDevnet(attached.urls.gateway ?? '');
    await expect(connected.clone()).rejects.toMatchObject(refusal);
  });
});
