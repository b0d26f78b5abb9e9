import { expect, test } from 'vitest';
import { startPeerNode } from './peer-node.js';
import { connectPeer, greet, greetedPeer, listenForPeer, versionPayload } from './test-peer.js';

test('default: a peer is greeted as by Bitcoin Core 30', async () => {
  await using node = await startPeerNode(3);
  const peer = await connectPeer(node.address);
  peer.send('version', versionPayload());
  await expect.poll(() => peer.received.map(({ command }) => command)).toEqual(['version', 'wtxidrelay', 'sendaddrv2', 'verack']);
  const version = await peer.next('version');
  expect([version.readInt32LE(0), version.readBigUInt64LE(4), version.readInt32LE(version.length - 5)]).toEqual([70016, 0x409n, 3]);
  peer.send('verack');
  await peer.settled();
  // The pong to the test's own ping is gone.
  expect(peer.received.map(({ command }) => command)).toEqual([
    ...['wtxidrelay', 'sendaddrv2', 'verack', 'ping', 'feefilter', 'getheaders'],
  ]);
});

test('behavior: to an old peer, such as a stacks-node, verack is the message after version', async () => {
  await using node = await startPeerNode(3);
  const peer = await connectPeer(node.address);
  peer.send('version', versionPayload({ version: 70001, services: 0n, relay: false }));
  await expect.poll(() => peer.received.map(({ command }) => command)).toEqual(['version', 'verack', 'alert']);
  peer.send('verack');
  await peer.settled();
  expect(peer.received.map(({ command }) => command)).toEqual(['version', 'verack', 'alert', 'ping']);
});

test('behavior: messages before the version and a second version are ignored', async () => {
  await using node = await startPeerNode(1);
  const peer = await connectPeer(node.address);
  peer.send('getheaders');
  peer.send('verack');
  await greet(peer);
  peer.send('version', versionPayload({ version: 106 }));
  await peer.settled();
  expect(await node.call('getpeerinfo')).toMatchObject([{ version: 70016 }]);
});

test.each([['of an obsolete protocol', versionPayload({ version: 31799 })]])(
  'error: a version %s ends the connection',
  async (_, version) => {
    await using node = await startPeerNode();
    const peer = await connectPeer(node.address);
    peer.send('version', version);
    await peer.closed();
  },
);

test('error: a greeting of version 2 of the transport is refused without an answer, so that the peer returns with version 1', async () => {
  await using node = await startPeerNode();
  const peer = await connectPeer(node.address);
  peer.sendRaw(Buffer.alloc(64, 0x5a));
  await peer.closed();
  expect(peer.received).toEqual([]);
});

test('error: a feature of the handshake after its end ends the connection', async () => {
  await using node = await startPeerNode();
  for (const command of ['wtxidrelay', 'sendaddrv2']) {
    const peer = await greetedPeer(node.address);
    peer.send(command);
    await peer.closed();
  }
});

test('behavior: methods show the peers', async () => {
  await using node = await startPeerNode(2);
  const peer = await greetedPeer(node.address, { wtxidRelay: true, startHeight: 5 });
  const [info] = await node.call('getpeerinfo');
  expect(info).toMatchObject({ inbound: true, connection_type: 'inbound', subver: '/test:1.0/', version: 70016, startingheight: 5 });
  expect(info).toMatchObject({ services: '0000000000000009', servicesnames: ['NETWORK', 'WITNESS'], relaytxes: true });
  expect(info).toMatchObject({ addrbind: node.address, transport_protocol_type: 'v1', bytesrecv_per_msg: { verack: 24, wtxidrelay: 24 } });
  expect(info.pingtime).toBeGreaterThan(0);
  expect(await node.call('getconnectioncount')).toBe(1);
  expect(await node.call('getnetworkinfo')).toMatchObject({
    connections: 1,
    connections_in: 1,
    connections_out: 0,
    localservices: '0000000000000409',
  });
  const totals = await node.call('getnettotals');
  expect(totals.totalbytesrecv).toBe(info.bytesrecv);
  await node.call('ping');
  await peer.next('ping');
  await node.call('disconnectnode', '', info.id);
  await peer.closed();
  await expect.poll(() => node.call('getconnectioncount')).toBe(0);
  expect((await node.call('getnettotals')).totalbytesrecv).toBeGreaterThanOrEqual(totals.totalbytesrecv);
});

test('error: disconnectnode without a peer', async () => {
  await using node = await startPeerNode();
  expect(await node.failure('disconnectnode', '127.0.0.1:1')).toEqual({ code: -29, message: 'Node not found in connected nodes' });
  expect(await node.failure('disconnectnode', '127.0.0.1:1', 0)).toMatchObject({ code: -32602 });
  expect(await node.failure('disconnectnode')).toEqual({ code: -32602, message: 'Only one of address and nodeid should be provided.' });
});

test('behavior: addnode connects, and greets first', async () => {
  await using node = await startPeerNode(1);
  const listener = await listenForPeer();
  await node.call('addnode', listener.address, 'add');
  const peer = await listener.peer;
  await peer.next('version');
  peer.send('version', versionPayload());
  await peer.next('verack');
  peer.send('verack');
  await peer.settled();
  expect(await node.call('getpeerinfo')).toMatchObject([{ addr: listener.address, inbound: false, connection_type: 'manual' }]);
  expect(await node.call('getaddednodeinfo')).toEqual([
    { addednode: listener.address, connected: true, addresses: [{ address: listener.address, connected: 'outbound' }] },
  ]);
  await node.call('addnode', listener.address, 'remove');
  await node.call('disconnectnode', listener.address);
  await peer.closed();
  listener.close();
});

test('behavior: setnetworkactive disconnects the peers and refuses others', async () => {
  await using node = await startPeerNode();
  const peer = await greetedPeer(node.address);
  await node.call('setnetworkactive', false);
  await peer.closed();
  await (await connectPeer(node.address)).closed();
  await node.call('setnetworkactive', true);
  await greetedPeer(node.address);
});

test('behavior: two nodes of this kind follow each other', async () => {
  await using one = await startPeerNode(30);
  await using two = await startPeerNode(0);
  await two.call('addnode', one.address, 'onetry');
  await expect.poll(() => two.node.tip().hash).toBe(one.node.tip().hash);
  await two.call('generatetoaddress', 2, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await expect.poll(() => one.node.tip().hash).toBe(two.node.tip().hash);
  await one.call('addnode', one.address, 'onetry');
  // A connection to itself ends at once.
  await expect.poll(() => one.call('getconnectioncount')).toBe(1);
});

test.each([
  [0x0n, false],
  [0x1n, false],
  [0x8n, false],
  [0x9n, true],
  // The tip is recent, so that the last blocks suffice.
  [0x408n, true],
])('behavior: a peer that addconnection chose must serve blocks with witnesses: services %i', async (services, isExpected) => {
  await using node = await startPeerNode(1);
  const listener = await listenForPeer();
  await node.call('addconnection', listener.address, 'block-relay-only', false);
  const peer = await listener.peer;
  listener.close();
  peer.send('version', versionPayload({ services }));
  if (!isExpected) return peer.closed();
  await peer.next('verack');
  peer.send('verack');
  await peer.settled();
  expect(await node.call('getpeerinfo')).toMatchObject([{ connection_type: 'block-relay-only', inbound: false, relaytxes: false }]);
});
