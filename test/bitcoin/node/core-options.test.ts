import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type BitcoinNode, createBitcoinNode } from '#dist/start/bitcoin-node.js';
import { type Answer, startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from './harness.js';
import { startPeerNode } from './peers/peer-node.js';
import { greetedPeer, inventory } from './peers/test-peer.js';

const BLOCK = 2;
const TX = 1;
const UNKNOWN = '12'.repeat(32);

test('rpcservertimeout: a request that is not complete in time ends the connection', async () => {
  await using node = createBitcoinNode({ rpcservertimeout: 1 });
  const { url } = await node.listen();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\n');
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

test('disablewallet: methods of wallets are unknown', async () => {
  await using rpc = await startRpcNode({ wallets: { disabled: true } });
  expect(await rpc.failure('getwalletinfo')).toEqual({ code: -32601, message: 'Method not found' });
  expect(await rpc.call('getblockcount')).toBe(0);
});

test('fallbackfee 0: a payment needs a fee rate', async () => {
  await using rpc = await startRpcNode({ wallets: { fallbackFee: 0n } });
  await rpc.call('createwallet', 'w');
  await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
  const message = 'Fee estimation failed. Fallbackfee is disabled. Wait a few blocks or enable -fallbackfee.';
  expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toEqual({ code: -6, message });
  const raw = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  expect(await rpc.failure('fundrawtransaction', raw)).toEqual({ code: -4, message });
  expect(await rpc.call('fundrawtransaction', raw, { fee_rate: 2 })).toMatchObject({ changepos: expect.any(Number) });
});

test('mintxfee: the fallback is raised to it, a lower rate of a payment fails, and that of fundrawtransaction holds', async () => {
  await using rpc = await startRpcNode({ wallets: { minFeeRate: 30_000n } });
  await rpc.call('createwallet', 'w');
  await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
  const raw = await rpc.call('createrawtransaction', [], { [TRUE_ADDRESS]: 1 });
  // 165 vB: one P2WPKH input, the payment to a P2WSH script and the change.
  expect(await rpc.call('fundrawtransaction', raw)).toMatchObject({ fee: 0.0000495 });
  const text = 'Fee rate (29.000 sat/vB) is lower than the minimum fee rate setting (30.000 sat/vB)';
  expect(await rpc.failure('send', { [TRUE_ADDRESS]: 1 }, null, 'unset', 29)).toEqual({ code: -4, message: text });
  expect(await rpc.call('fundrawtransaction', raw, { fee_rate: 29 })).toMatchObject({ fee: 0.00004785 });
});

test('blocksonly: peers that send transactions are disconnected, unless they have the permission relay', async () => {
  await using node = await startPeerNode(110, { blocksOnly: true });
  expect(await node.call('getnetworkinfo')).toMatchObject({ localrelay: false });
  const { raw, txid } = await node.spend(1);
  const first = await greetedPeer(node.address);
  first.send('inv', inventory([TX, UNKNOWN]));
  await first.closed();
  const second = await greetedPeer(node.address);
  second.send('tx', raw);
  await second.closed();
  expect(second.received.map(({ command }) => command)).not.toContain('feefilter');
  expect(await node.call('getrawmempool')).toEqual([]);

  await using allowing = await startPeerNode(110, {
    blocksOnly: true,
    whitelist: [{ permissions: ['relay'], address: '127.0.0.1', prefix: 32 }],
  });
  const third = await greetedPeer(allowing.address);
  third.send('tx', raw);
  await third.settled();
  expect(await allowing.call('getrawmempool')).toEqual([txid]);
});

test('maxuploadtarget: beyond it, blocks older than a week are not served', async () => {
  const WEEK = 7 * 24 * 60 * 60;
  await using node = await startPeerNode(1, { uploadTarget: 600_000_000 });
  const target = { target: 600_000_000, target_reached: false, bytes_left_in_cycle: 600_000_000, time_left_in_cycle: 86_400 };
  expect((await node.call('getnettotals')).uploadtarget).toMatchObject({ ...target, serve_historical_blocks: true });
  await node.call('setmocktime', node.node.tip().time + WEEK + 1000);
  node.node.mine(1, TRUE_SCRIPT);
  const serve = async (height: number, from = node) => {
    const peer = await greetedPeer(from.address);
    peer.send('getdata', inventory([BLOCK, await from.hashAt(height)]));
    return peer;
  };
  await (await serve(1)).next('block');

  // No room for each new block of a day.
  await using narrow = await startPeerNode(1, { uploadTarget: 1_000_000 });
  await narrow.call('setmocktime', narrow.node.tip().time + WEEK + 1000);
  narrow.node.mine(1, TRUE_SCRIPT);
  expect((await narrow.call('getnettotals')).uploadtarget).toMatchObject({ target_reached: false, serve_historical_blocks: false });
  await (await serve(2, narrow)).next('block');
  const refused = await serve(1, narrow);
  await refused.closed();
  expect(refused.received.map(({ command }) => command)).not.toContain('block');
  expect((await narrow.call('getnettotals')).uploadtarget.bytes_left_in_cycle).toBeLessThan(1_000_000);
});

test('maxuploadtarget: units as bitcoind has them', async () => {
  for (const [maxuploadtarget, target] of [
    [1, 1_048_576],
    ['800M', 838_860_800],
    ['3g', 3_000_000_000],
  ] as const) {
    await using node = createBitcoinNode({ maxuploadtarget });
    expect(await ask(node, 'getnettotals')).toMatchObject({ uploadtarget: { target } });
  }
  expect(() => createBitcoinNode({ maxuploadtarget: '5x' })).toThrow('maxuploadtarget');
});

test.each([
  ['-1:9223372036854775807', { 0: 'active' }],
  ['0:1', { 0: 'defined', 144: 'started', 288: 'failed' }],
  ['0:9223372036854775807:600', { 144: 'started', 288: 'locked_in', 432: 'locked_in', 576: 'locked_in', 720: 'active' }],
  ['4000000000:9223372036854775807', { 144: 'defined', 288: 'defined' }],
])('vbparams testdummy:%s', async (parameters, expected) => {
  // Without signals, a deployment with a timeout fails.
  const blockversion = parameters === '0:1' ? 0x20000000 : undefined;
  await using node = createBitcoinNode({ vbparams: [`testdummy:${parameters}`], blockversion });
  const seen: Record<number, string> = {};
  for (const height of Object.keys(expected).map(Number)) {
    if (height > node.tip().height) node.mine(height - node.tip().height, TRUE_ADDRESS);
    const { deployments } = await ask(node, 'getdeploymentinfo');
    seen[height] = deployments.testdummy.bip9.status;
  }
  expect(seen).toEqual(expected);
});

test('vbparams with the start -2: the deployment is not there', async () => {
  await using node = createBitcoinNode({ vbparams: ['testdummy:-2:0'] });
  const { deployments } = await ask(node, 'getdeploymentinfo');
  expect(Object.keys(deployments)).not.toContain('testdummy');
  node.mine(200, TRUE_ADDRESS);
  expect((await ask(node, 'getblocktemplate', { rules: ['segwit'] })).version).toBe(0x20000000);
  expect(() => createBitcoinNode({ vbparams: ['taproot:0:1'] })).toThrow('vbparams');
});

/** Calls a method of a node over HTTP. */
async function ask(node: BitcoinNode, method: string, ...params: unknown[]) {
  const { url, close } = await node.listen({ user: 'u', password: 'p' });
  try {
    const headers = { authorization: `Basic ${btoa('u:p')}` };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ method, params }) });
    const { result } = (await response.json()) as { result: Answer };
    return result;
  } finally {
    await close();
  }
}
