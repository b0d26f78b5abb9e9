import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { connectDevnet, createPool, type Devnet, startDevnet } from 'stacks-devnet';
import { createBitcoinNode } from 'stacks-devnet/bitcoin-node';
import { initSimnet } from 'stacks-devnet/simnet';
import { folder, get, isWine, writeProject } from './program.js';

const source = `(define-data-var n uint u0)
(define-public (add (step uint)) (begin (print step) (ok (var-set n (+ (var-get n) step)))))
(define-read-only (get-n) (var-get n))`;

let devnet: Devnet;
before(async () => {
  devnet = await startDevnet();
});
after(() => devnet.close());

const wallet = (name: 'wallet_1' | 'wallet_2') => devnet.accounts[name];

test('library: an STX payment is confirmed', async () => {
  const { txId, block } = await devnet.faucet.stx(wallet('wallet_2').stx.address, { amount: 5n });
  assert.deepEqual((await devnet.stacks.receipt(txId))?.block, block);
});

test('library: a BTC payment is confirmed', async () => {
  const { txId } = await devnet.faucet.btc(wallet('wallet_2').btc.address, { amount: 50_000n });
  assert.ok((await devnet.bitcoin.waitForTx(txId, { confirmations: 1 })).confirmations >= 1);
});

test('library: an sBTC payment is confirmed', async () => {
  const { txId } = await devnet.faucet.sbtc(wallet('wallet_2').stx.address, { amount: 250_000n });
  assert.equal((await devnet.stacks.receipt(txId))?.status, 'success');
});

test('library: 20 payments at the same time are all confirmed', async () => {
  const paid = await Promise.all(Array.from({ length: 20 }, () => devnet.faucet.stx(wallet('wallet_1').stx.address, { amount: 1n })));
  assert.equal(new Set(paid.map(({ txId }) => txId)).size, 20);
});

test('library: a client of @stacks/transactions sends a transfer', { skip: isWine && 'fetch does not connect under Wine' }, async () => {
  const { network } = devnet;
  const transfer = { recipient: wallet('wallet_2').stx.address, amount: 1n, senderKey: wallet('wallet_1').privateKey, network };
  const sent = await broadcastTransaction({ transaction: await makeSTXTokenTransfer(transfer), network });
  assert.equal((await devnet.stacks.waitForTx(sent.txid)).status, 'success');
});

test('library: contracts are deployed, called and read', async () => {
  await devnet.stacks.deploy({ name: 'counter', source, as: 'deployer', expect: 'ok' });
  const counter = devnet.contract('counter');
  assert.equal((await counter.call('add', [2n], { as: 'wallet_1' })).status, 'success');
  assert.equal(await counter.read('get-n'), 2n);
});

test('library: an error of a contract names its line and column', async () => {
  const broken = devnet.stacks.deploy({ name: 'broken', source: '(define-data-var n uint u0)\n(var-get m)', as: 'deployer', expect: 'ok' });
  await assert.rejects(broken, /line 2, column 10/);
});

test('library: blocks are mined on request', async () => {
  const { height } = (await devnet.status()).bitcoin;
  await devnet.bitcoin.mine(3);
  assert.equal((await devnet.status()).bitcoin.height, height + 3);
});

test('library: mineUntil reaches a Bitcoin height', async () => {
  const { height } = (await devnet.status()).bitcoin;
  assert.equal((await devnet.mineUntil({ burnHeight: height + 2 })).bitcoin.height, height + 2);
});

test('library: a snapshot is restored', async () => {
  const saved = await devnet.snapshot();
  const { height } = (await devnet.status()).stacks;
  await devnet.bitcoin.mine(2);
  await devnet.restore(saved);
  assert.equal((await devnet.status()).stacks.height, height);
});

test('library: a copy is independent of its network', async () => {
  await using copy = await devnet.clone();
  await copy.bitcoin.mine(2);
  assert.equal((await copy.status()).bitcoin.height, (await devnet.status()).bitcoin.height + 2);
});

test('library: a copy without ports answers in process', async () => {
  await using copy = await devnet.clone({ ports: false });
  assert.ok((await copy.faucet.stx(wallet('wallet_1').stx.address, { amount: 1n })).block);
});

test('library: a pool hands out copies of a prepared network', async () => {
  await using pool = await createPool({ prepare: async (network) => void (await network.bitcoin.mine(1)) });
  await using first = await pool.take();
  assert.ok((await first.status()).bitcoin.height > 0);
});

test('library: a reorganisation abandons Bitcoin blocks', async () => {
  await devnet.bitcoin.mine(3);
  assert.equal((await devnet.chaos.reorg({ blocks: 2 })).abandoned.length, 2);
});

test('library: an account acts without its key', async () => {
  const owner = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
  await devnet.faucet.stx(owner);
  await devnet.impersonate(owner);
  assert.equal((await devnet.stacks.transfer({ to: 'wallet_1', amount: 1n, as: owner })).status, 'success');
});

test('library: a state file continues a network', async () => {
  using work = folder();
  const file = path.join(work.path, 'state of a network');
  writeFileSync(file, await devnet.dumpState());
  await using loaded = await startDevnet({ loadState: file });
  assert.equal((await loaded.status()).stacks.height, (await devnet.status()).stacks.height);
});

test('library: the gateway serves the Stacks API', async () => {
  const { results } = JSON.parse((await get(`${devnet.urls.gateway}/extended/v2/blocks?limit=1`)).text) as {
    results: { height: number }[];
  };
  assert.equal(results[0]?.height, (await devnet.status()).stacks.height);
});

test('library: the gateway serves its page, its document and metrics', async () => {
  const got = await Promise.all(['/', '/openapi.json', '/metrics'].map((route) => get(devnet.urls.gateway + route)));
  assert.deepEqual(
    got.map(({ status }) => status),
    [200, 200, 200],
  );
});

test('library: a waiting call fails at its deadline', async () => {
  await assert.rejects(devnet.stacks.waitForTx('00'.repeat(32), { timeoutMs: 20 }), { code: 'TIMEOUT' });
});

test('library: another connection to the network sees the same chain', async () => {
  await using connected = await connectDevnet(devnet.urls.gateway);
  assert.deepEqual((await connected.status()).stacks, (await devnet.status()).stacks);
});

test('library: networks run at the same time on ports of their own', async () => {
  await using other = await startDevnet();
  assert.notEqual(other.urls.gateway, devnet.urls.gateway);
});

test('library: a port in use is an error that names it', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  try {
    await assert.rejects(startDevnet({ ports: { gateway: port } }), { code: 'PORT_TAKEN', message: new RegExp(String(port)) });
  } finally {
    server.close();
  }
});

test('library: a closed network gives its ports back', async () => {
  const first = await startDevnet();
  const port = Number(new URL(first.urls.gateway ?? '').port);
  await first.close();
  await using second = await startDevnet({ ports: { gateway: port } });
  assert.equal(new URL(second.urls.gateway ?? '').port, String(port));
});

test('library: a network without a port answers in this process, its streams too', async () => {
  await using quiet = await startDevnet({ listen: false });
  const { wallet_2: to } = quiet.accounts;
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ address: to.stx.address }) };
  const paid = (await (await quiet.fetch('/extended/v1/faucets/stx', init)).json()) as { success: boolean };
  assert.equal(paid.success, true);
  const { body } = await quiet.fetch('/devnet/v1/events');
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  await quiet.bitcoin.mine(1);
  let text = '';
  while (!text.includes('bitcoin.block')) text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
});

test('library: boot images are kept in the cache of the setting', async () => {
  using work = folder();
  const dir = path.join(work.path, 'a cache');
  for (const _ of [1, 2]) {
    await using network = await startDevnet({ epoch: '3.4', cache: { dir } });
    assert.ok((await network.status()).ready);
  }
  assert.ok(existsSync(dir));
});

test('library: the Bitcoin node runs alone', async () => {
  await using node = createBitcoinNode();
  node.mine(101, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  assert.equal(node.tip().height, 101);
});

test('library: the interface of simnet runs in this thread', async () => {
  using work = folder();
  writeProject(work.path, '[project]\nname = "empty"\n');
  const simnet = await initSimnet(path.join(work.path, 'Clarinet.toml'), true);
  assert.equal(simnet.deployContract('counter', source, null, simnet.deployer).result.type, 'true');
});
