import { expect, test } from 'vitest';
import { createBitcoinNode, type LogEntry } from '#dist/start/bitcoin-node.js';
import { connectPeer, greetedPeer } from './peers/test-peer.js';

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test('default: the log says why a peer is disconnected, in the categories of debug', async () => {
  const entries: LogEntry[] = [];
  await using node = createBitcoinNode({ onLog: (entry) => entries.push(entry), debug: ['net'] });
  node.mine(1, ADDRESS);
  const { address } = await node.listenPeers();
  const peer = await greetedPeer(address);
  peer.send('addr', Buffer.concat([Buffer.from('fde903', 'hex'), Buffer.alloc(1001 * 30)]));
  await peer.closed();
  const texts = entries.map(({ category, message }) => [category, message]);
  expect(texts).toContainEqual([undefined, expect.stringMatching(/^UpdateTip: new best=[0-9a-f]{64} height=1 /)]);
  expect(texts).toContainEqual(['net', 'received: addr (30033 bytes) peer=0']);
  expect(texts).toContainEqual(['net', 'Misbehaving: peer=0: addr message size = 1001']);
});

test('behavior: other categories are silent', async () => {
  const entries: LogEntry[] = [];
  await using node = createBitcoinNode({ onLog: (entry) => entries.push(entry), debug: ['all'], debugexclude: ['net'] });
  const { address } = await node.listenPeers();
  const peer = await connectPeer(address);
  peer.close();
  expect(entries.filter(({ category }) => category === 'net')).toEqual([]);
});

test('option: getrpcinfo names the file of the log', async () => {
  await using node = createBitcoinNode({ onLog: () => undefined, logPath: '/tmp/node.log' });
  const { url } = await node.listen({ user: 'u', password: 'p' });
  const headers = { authorization: `Basic ${btoa('u:p')}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ method: 'getrpcinfo' }) });
  expect(await response.json()).toMatchObject({ result: { logpath: '/tmp/node.log' } });
});
