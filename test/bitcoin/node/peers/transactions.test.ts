import { expect, test } from 'vitest';
import { serializeTransaction, type Transaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { hex, TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, makeTx, rawTx, txidOf } from '../transactions.js';
import { startPeerNode } from './peer-node.js';
import { greetedPeer, inventory, readInventory } from './test-peer.js';

const TX = 1;
const WTX = 5;
const WITNESS_TX = 0x40000001;
const UNKNOWN = 'ab'.repeat(32);
const OTHER_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test('behavior: transactions are announced by txid or wtxid, and sent with and without witness', async () => {
  await using node = await startPeerNode(110);
  const plain = await greetedPeer(node.address);
  const modern = await greetedPeer(node.address, { wtxidRelay: true });
  const silent = await greetedPeer(node.address, { relay: false });
  const { raw, txid, wtxid } = await node.spend(1);
  await node.call('sendrawtransaction', raw.toString('hex'));
  expect(readInventory(await plain.next('inv'))).toEqual([[TX, txid]]);
  expect(readInventory(await modern.next('inv'))).toEqual([[WTX, wtxid]]);
  expect(await node.call('getmempoolentry', txid)).toMatchObject({ unbroadcast: true });
  // A hash of the other kind names no transaction.
  modern.send('getdata', inventory([WTX, wtxid], [WITNESS_TX, txid], [TX, txid], [WTX, UNKNOWN], [TX, UNKNOWN], [WTX, txid], [TX, wtxid]));
  expect(await modern.next('tx')).toEqual(raw);
  expect(await modern.next('tx')).toEqual(raw);
  expect((await modern.next('tx')).length).toBeLessThan(raw.length);
  expect(readInventory(await modern.next('notfound'))).toEqual([
    [WTX, UNKNOWN],
    [TX, UNKNOWN],
    [WTX, txid],
    [TX, wtxid],
  ]);
  expect(await node.call('getmempoolentry', txid)).toMatchObject({ unbroadcast: false });
  await silent.settled();
  expect(silent.received.some(({ command }) => command === 'inv')).toBe(false);
});

const allowing = (...permissions: ('mempool' | 'forcerelay')[]) => ({ whitelist: [{ permissions, address: '127.0.0.1', prefix: 32 }] });

test('error: `mempool` from a peer without permission ends the connection', async () => {
  await using node = await startPeerNode(1);
  const peer = await greetedPeer(node.address);
  peer.send('mempool');
  await peer.closed();
});

test('option: a peer with forcerelay has known transactions announced again', async () => {
  await using node = await startPeerNode(110, allowing('forcerelay'));
  const { raw, txid } = await node.spend(1);
  const sender = await greetedPeer(node.address);
  sender.send('tx', raw);
  await sender.settled();
  const late = await greetedPeer(node.address);
  await late.settled();
  expect(late.received.some(({ command }) => command === 'inv')).toBe(false);
  sender.send('tx', raw);
  expect(readInventory(await late.next('inv'))).toEqual([[TX, txid]]);
});

test('behavior: peers without witnesses are asked for transactions without them', async () => {
  await using node = await startPeerNode(1);
  const peer = await greetedPeer(node.address, { services: 1n });
  peer.send('inv', inventory([TX, UNKNOWN]));
  expect(readInventory(await peer.next('getdata'))).toEqual([[TX, UNKNOWN]]);
});

test('behavior: `mempool` lists what the fee filter allows; a new peer hears what nobody requested', async () => {
  await using node = await startPeerNode(110, allowing('mempool'));
  const [cheap, dear] = [await node.spend(1, 200n), await node.spend(2, 100_000n)];
  for (const { raw } of [cheap, dear]) await node.call('sendrawtransaction', raw.toString('hex'));
  const peer = await greetedPeer(node.address);
  expect(readInventory(await peer.next('inv'))).toEqual([
    [TX, cheap.txid],
    [TX, dear.txid],
  ]);
  const filter = Buffer.alloc(8);
  filter.writeBigInt64LE(10_000n);
  peer.send('feefilter', filter);
  peer.send('mempool');
  expect(readInventory(await peer.next('inv'))).toEqual([[TX, dear.txid]]);
});

test('behavior: transactions that a reorganisation returns to the mempool are not announced', async () => {
  await using node = await startPeerNode(110);
  const { raw, txid } = await node.spend(1);
  await node.call('sendrawtransaction', raw.toString('hex'));
  node.node.mine(1, TRUE_SCRIPT);
  const peer = await greetedPeer(node.address);
  await peer.settled();
  await node.call('invalidateblock', await node.hashAt(111));
  expect(await node.call('getmempoolentry', txid)).toMatchObject({ unbroadcast: false });
  // A later one is announced, so that an announcement of the first would have come.
  const later = await node.spend(2);
  await node.call('sendrawtransaction', later.raw.toString('hex'));
  expect(readInventory(await peer.next('inv'))).toEqual([[TX, later.txid]]);
});

test('behavior: transactions of blocks are not asked for until a block is gone', async () => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address);
  const modern = await greetedPeer(node.address, { wtxidRelay: true });
  const [hash] = await node.call('generatetoaddress', 1, TRUE_ADDRESS);
  const [{ txid, hash: wtxid }] = (await node.call('getblock', hash, 2)).tx;
  peer.send('inv', inventory([TX, txid], [TX, UNKNOWN]));
  modern.send('inv', inventory([WTX, wtxid], [WTX, 'cd'.repeat(32)]));
  expect(readInventory(await peer.next('getdata'))).toEqual([[WITNESS_TX, UNKNOWN]]);
  expect(readInventory(await modern.next('getdata'))).toEqual([[WTX, 'cd'.repeat(32)]]);
  await node.call('invalidateblock', hash);
  peer.send('inv', inventory([TX, txid]));
  expect(readInventory(await peer.next('getdata'))).toEqual([[WITNESS_TX, txid]]);
});

test('behavior: a transaction of the last block is sent, also when the block is gone', async () => {
  await using node = await startPeerNode(110);
  const [hash] = await node.call('generatetoaddress', 1, TRUE_ADDRESS);
  const { tx } = await node.call('getblock', hash);
  await node.call('invalidateblock', hash);
  const peer = await greetedPeer(node.address);
  peer.send('getdata', inventory([TX, tx[0]]));
  expect((await peer.next('tx')).length).toBeGreaterThan(0);
  // One of the same height does not replace it.
  const [other] = await node.call('generatetoaddress', 1, OTHER_ADDRESS);
  const coinbase = (await node.call('getblock', other)).tx[0];
  peer.send('getdata', inventory([TX, tx[0]], [TX, coinbase]));
  expect((await peer.next('tx')).length).toBeGreaterThan(0);
  expect(readInventory(await peer.next('notfound'))).toEqual([[TX, coinbase]]);
});

test('behavior: an announced transaction is requested once, accepted, and announced to others', async () => {
  await using node = await startPeerNode(110);
  const sender = await greetedPeer(node.address, { wtxidRelay: true });
  const other = await greetedPeer(node.address);
  const { raw, txid, wtxid } = await node.spend(1);
  sender.send('inv', inventory([WTX, wtxid], [TX, txid]));
  expect(readInventory(await sender.next('getdata'))).toEqual([[WTX, wtxid]]);
  other.send('inv', inventory([TX, UNKNOWN]));
  expect(readInventory(await other.next('getdata'))).toEqual([[WITNESS_TX, UNKNOWN]]);
  sender.send('tx', raw);
  expect(readInventory(await other.next('inv'))).toEqual([[TX, txid]]);
  expect(await node.call('getmempoolentry', txid)).toMatchObject({ unbroadcast: false });
  sender.send('inv', inventory([WTX, wtxid]));
  await sender.settled();
  expect(sender.received.some(({ command }) => command === 'getdata' || command === 'inv')).toBe(false);
});

test('behavior: the next peer is asked when one does not have a transaction or leaves', async () => {
  await using node = await startPeerNode(110);
  const peers = [await greetedPeer(node.address), await greetedPeer(node.address), await greetedPeer(node.address)] as const;
  const { raw, txid } = await node.spend(1);
  for (const peer of peers) {
    peer.send('inv', inventory([TX, txid]));
    await peer.settled();
  }
  const [first, second, third] = peers;
  await first.next('getdata');
  first.send('notfound', inventory([WITNESS_TX, txid]));
  await second.next('getdata');
  second.close();
  await third.next('getdata');
  third.send('tx', raw);
  await expect.poll(() => node.call('getrawmempool')).toEqual([txid]);
});

test.each<[what: string, height: number, fee: bigint | undefined]>([
  ['a rejected transaction, which spends the coinbase of a young block,', 109, undefined],
  ['a transaction that pays too little', 1, 0n],
])('behavior: %s is not requested again before the next block', async (_, height, fee) => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  const { raw, wtxid } = await node.spend(height, fee);
  peer.send('tx', raw);
  peer.send('inv', inventory([WTX, wtxid]));
  await peer.settled();
  expect(peer.received.some(({ command }) => command === 'getdata')).toBe(false);
  node.node.mine(1, TRUE_SCRIPT);
  await peer.next('inv');
  peer.send('inv', inventory([WTX, wtxid]));
  await peer.next('getdata');
});

test('behavior: an orphan waits for its parents, which are requested', async () => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  const parent = await node.spend(1);
  const child = rawTx({ inputs: [{ txid: parent.txid }], outputs: [{ value: 49n * COIN }] });
  peer.send('tx', Buffer.from(child, 'hex'));
  expect(readInventory(await peer.next('getdata'))).toEqual([[WITNESS_TX, parent.txid]]);
  peer.send('tx', parent.raw);
  await expect.poll(async () => (await node.call('getrawmempool')).length).toBe(2);
});

test.each([
  ['before it comes', true],
  ['later', false],
])('behavior: peers that announce an orphan %s are asked for its parents, once the one before has none', async (_, isBefore) => {
  await using node = await startPeerNode(110);
  const [first, second] = [await greetedPeer(node.address, { wtxidRelay: true }), await greetedPeer(node.address, { wtxidRelay: true })];
  const parent = await node.spend(1);
  const child = rawTx({ inputs: [{ txid: parent.txid }], outputs: [{ value: 49n * COIN }] });
  const { hash: wtxid } = await node.call('decoderawtransaction', child);
  const announce = async (peer: typeof first) => {
    peer.send('inv', inventory([WTX, wtxid]));
    await peer.settled();
  };
  await announce(first);
  if (isBefore) await announce(second);
  first.send('tx', Buffer.from(child, 'hex'));
  await first.settled();
  if (!isBefore) await announce(second);
  expect(second.received.some(({ command }) => command === 'getdata')).toBe(false);
  first.send('notfound', inventory([WITNESS_TX, parent.txid]));
  expect(readInventory(await second.next('getdata'))).toEqual([[WITNESS_TX, parent.txid]]);
  expect(await node.call('getorphantxs', 1)).toMatchObject([{ from: [0, 1] }]);
  second.send('tx', parent.raw);
  await expect.poll(async () => (await node.call('getrawmempool')).length).toBe(2);
});

test('behavior: a block removes the orphans that it includes or conflicts with', async () => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  const parent = await node.spend(1);
  const [coinbase] = (await node.call('getblock', await node.hashAt(2))).tx;
  const inputs = [{ txid: parent.txid }, { txid: coinbase }];
  const orphans = [98n, 97n].map((value) => rawTx({ inputs, outputs: [{ value: value * COIN }] }));
  for (const raw of orphans) peer.send('tx', Buffer.from(raw, 'hex'));
  await peer.settled();
  expect(await node.call('getorphantxs')).toHaveLength(2);
  await node.call('generateblock', 'raw(51)', [parent.raw.toString('hex'), orphans[0]]);
  expect(await node.call('getorphantxs')).toEqual([]);
});

test('behavior: a parent that pays too little enters with its child', async () => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  const [coinbase] = (await node.call('getblock', await node.hashAt(1))).tx;
  // TRUC: others must pay for themselves.
  const parent = rawTx({ version: 3, inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN }] });
  const { txid } = await node.call('decoderawtransaction', parent);
  const child = rawTx({ version: 3, inputs: [{ txid }], outputs: [{ value: 49n * COIN }] });
  peer.send('tx', Buffer.from(parent, 'hex'));
  peer.send('tx', Buffer.from(child, 'hex'));
  expect(readInventory(await peer.next('getdata'))).toEqual([[WITNESS_TX, txid]]);
  peer.send('tx', Buffer.from(parent, 'hex'));
  await expect.poll(async () => (await node.call('getrawmempool')).length).toBe(2);
});

test('behavior: a parent that another peer sends does not use up the orphan', async () => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  const other = await greetedPeer(node.address, { wtxidRelay: true });
  const [coinbase] = (await node.call('getblock', await node.hashAt(1))).tx;
  const parent = rawTx({ version: 3, inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN }] });
  const { txid } = await node.call('decoderawtransaction', parent);
  peer.send('tx', Buffer.from(rawTx({ version: 3, inputs: [{ txid }], outputs: [{ value: 49n * COIN }] }), 'hex'));
  await peer.next('getdata');
  other.send('tx', Buffer.from(parent, 'hex'));
  await other.settled();
  expect(await node.call('getrawmempool')).toEqual([]);
  expect(await node.call('getorphantxs')).toHaveLength(1);
  peer.send('tx', Buffer.from(parent, 'hex'));
  await expect.poll(async () => (await node.call('getrawmempool')).length).toBe(2);
});

test('behavior: an orphan of two parents that pay too little is not kept, and they are not requested', async () => {
  await using node = await startPeerNode();
  // Spent by the script OP_TRUE, without a witness.
  node.node.mine(2, hex('a914da1745e9b549bd0bfa1a569971c77eba30cd5a4b87'));
  node.node.mine(100, TRUE_SCRIPT);
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  const inputs: { txid: string }[] = [];
  for (const height of [1, 2]) {
    const [txid] = (await node.call('getblock', await node.hashAt(height))).tx;
    const parent = makeTx({ inputs: [{ txid, witness: [], scriptSig: hex('0151') }], outputs: [{ value: 50n * COIN }] });
    inputs.push({ txid: txidOf(parent) });
    peer.send('tx', Buffer.from(serializeTransaction(parent)));
  }
  peer.send('tx', Buffer.from(rawTx({ inputs, outputs: [{ value: 99n * COIN }] }), 'hex'));
  await peer.settled();
  expect(await node.call('getorphantxs')).toEqual([]);
  expect(peer.received.some(({ command }) => command === 'getdata')).toBe(false);
});

test('behavior: after a restore, announcements and requests follow the restored mempool', async () => {
  await using node = await startPeerNode(110);
  const { raw, wtxid } = await node.spend(1);
  const empty = node.node.snapshot();
  await node.call('sendrawtransaction', raw.toString('hex'));
  const full = node.node.snapshot();
  const peer = await greetedPeer(node.address, { wtxidRelay: true });
  node.node.restore(empty);
  peer.send('getdata', inventory([WTX, wtxid]));
  await peer.next('notfound');
  node.node.restore(full);
  peer.send('getdata', inventory([WTX, wtxid]));
  expect(await peer.next('tx')).toEqual(raw);
});

test('behavior: a repeated sendrawtransaction announces to peers that came later; a mined transaction is sent, too', async () => {
  await using node = await startPeerNode(110);
  const { raw, txid } = await node.spend(1);
  await node.call('sendrawtransaction', raw.toString('hex'));
  const first = await greetedPeer(node.address);
  expect(readInventory(await first.next('inv'))).toEqual([[TX, txid]]);
  first.send('getdata', inventory([TX, txid]));
  await first.next('tx');
  const second = await greetedPeer(node.address);
  expect(second.received.some(({ command }) => command === 'inv')).toBe(false);
  await node.call('sendrawtransaction', raw.toString('hex'));
  expect(readInventory(await second.next('inv'))).toEqual([[TX, txid]]);
  node.node.mine(1, TRUE_SCRIPT);
  second.send('getdata', inventory([WITNESS_TX, txid]));
  expect(await second.next('tx')).toEqual(raw);
  await first.settled();
  expect(first.received.filter(({ command }) => command === 'tx')).toEqual([]);
});

test('behavior: a transaction without its witnesses is asked for again; one with non-standard inputs is not, by txid either', async () => {
  await using node = await startPeerNode(110);
  const peer = await greetedPeer(node.address);
  const deliver = async (tx: Transaction, witness: boolean) => {
    const txid = txidOf(tx);
    peer.received.length = 0;
    peer.send('inv', inventory([TX, txid]));
    await peer.settled();
    const isAsked = peer.received.some(({ command }) => command === 'getdata');
    peer.send('tx', Buffer.from(serializeTransaction(tx, { witness })));
    await peer.settled();
    return isAsked;
  };
  const [coinbase] = (await node.call('getblock', await node.hashAt(1))).tx;
  // Version 2, whose meaning is not defined yet.
  const program = Uint8Array.of(0x52, 4, 1, 2, 3, 4);
  const plain = makeTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 10_000n, scriptPubKey: program }] });
  expect([await deliver(plain, false), await deliver(plain, false), await deliver(plain, true)]).toEqual([true, true, true]);
  expect(await node.call('getrawmempool')).toEqual([txidOf(plain)]);
  const spend = makeTx({ inputs: [{ txid: txidOf(plain) }], outputs: [{ value: 50n * COIN - 20_000n }] });
  expect([await deliver(spend, true), await deliver(spend, true)]).toEqual([true, false]);
});
