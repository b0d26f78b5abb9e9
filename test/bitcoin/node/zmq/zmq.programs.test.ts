import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createBitcoinNode, type ZmqNotification } from 'stacks-devnet/bitcoin-node';
import { expect, test } from 'vitest';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import { TOPICS } from '#dist/bitcoin/zmq-notification.js';
import { startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';
import { type Notification, subscribe } from './subscriber.js';

const ANY = 'tcp://127.0.0.1:0';
const ALL: ZmqNotification[] = TOPICS.map((topic) => ({ topic, address: ANY }));

/** Mines until `next` gives a notification, so that the subscription is known, and reads on to the end of the last block. */
async function awaitSubscription(node: BitcoinNode, next: () => Promise<Notification>): Promise<void> {
  let isKnown = false;
  const first = next().then((message) => {
    isKnown = true;
    return message;
  });
  while (!isKnown) {
    node.mine(1, TRUE_SCRIPT);
    await delay(5);
  }
  const [tip] = node.mine(1, TRUE_SCRIPT);
  // hashblock is the last but one, rawblock the last notification of a block.
  for (let message = await first; message[0] !== 'hashblock' || message[1] !== tip; message = await next());
  await next();
}

/** A node of more than 101 blocks, and a subscriber to everything. */
async function publishingNode() {
  const rpc = await startRpcNode();
  rpc.node.mine(101, TRUE_SCRIPT);
  const { notifications, close } = await rpc.node.publish(ALL);
  const { address } = notifications[0]!;
  const subscriber = await subscribe(address, ['']);
  await awaitSubscription(rpc.node, subscriber.next);
  const spend = async (height: number, fee = 10_000n) => {
    const { tx } = await rpc.call('getblock', await rpc.call('getblockhash', height));
    const raw = rawTx({ inputs: [{ txid: tx[0] }], outputs: [{ value: 50n * COIN - fee }] });
    return { raw, txid: await rpc.call('sendrawtransaction', raw) };
  };
  const read = async (count: number) => {
    const list: Notification[] = [];
    while (list.length < count) list.push(await subscriber.next());
    return list;
  };
  return { ...rpc, address, subscriber, spend, read, unpublish: close };
}

const sequenceOf = (body: string) => [body.slice(0, 64), Buffer.from(body.slice(64, 66), 'hex').toString(), body.slice(66)];
const uint64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes.toString('hex');
};

test('behavior: a transaction: hash, bytes, and its place in the sequence of the mempool', async () => {
  await using node = await publishingNode();
  const { mempool_sequence: sequence } = await node.call('getrawmempool', false, true);
  const { raw, txid } = await node.spend(1);
  const [hashtx, rawtx, added] = await node.read(3);
  expect([hashtx?.slice(0, 2), rawtx?.slice(0, 2)]).toEqual([
    ['hashtx', txid],
    ['rawtx', raw],
  ]);
  expect(sequenceOf(added![1])).toEqual([txid, 'A', uint64(sequence)]);
  const replacement = await node.spend(1, 50_000n);
  const messages = await node.read(4);
  expect(messages.map(([topic]) => topic)).toEqual(['sequence', 'hashtx', 'rawtx', 'sequence']);
  expect(sequenceOf(messages[0]![1])).toEqual([txid, 'R', uint64(sequence + 1)]);
  expect(sequenceOf(messages[3]![1])).toEqual([replacement.txid, 'A', uint64(sequence + 2)]);
});

test('behavior: a block: its transactions, its place, then hash and bytes; the counts rise by notification', async () => {
  await using node = await publishingNode();
  const { raw, txid } = await node.spend(1);
  await node.read(3);
  const { mempool_sequence: sequence } = await node.call('getrawmempool', false, true);
  const [hash] = node.node.mine(1, TRUE_SCRIPT);
  const messages = await node.read(7);
  expect(messages.map(([topic]) => topic)).toEqual(['hashtx', 'rawtx', 'hashtx', 'rawtx', 'sequence', 'hashblock', 'rawblock']);
  expect([messages[2]![1], messages[3]![1], messages[5]![1]]).toEqual([txid, raw, hash]);
  expect(messages[6]![1]).toBe(await node.call('getblock', hash, 0));
  expect(sequenceOf(messages[4]![1])).toEqual([hash, 'C', '']);
  expect(messages[2]![2]).toBe(messages[0]![2] + 1);
  // The removal of a mined transaction counts, but nobody hears of it.
  expect((await node.call('getrawmempool', false, true)).mempool_sequence).toBe(sequence + 1);
});

test('behavior: a reorganisation: the blocks that leave, the transactions that return, the blocks that come, one tip', async () => {
  await using node = await publishingNode();
  const { txid } = await node.spend(1);
  await node.read(3);
  const [hash] = node.node.mine(1, TRUE_SCRIPT);
  await node.read(7);
  await node.call('invalidateblock', hash);
  const back = await node.read(8);
  expect(back.map(([topic]) => topic)).toEqual(['hashtx', 'rawtx', 'hashtx', 'rawtx', 'sequence', 'hashtx', 'rawtx', 'sequence']);
  expect(sequenceOf(back[4]![1])).toEqual([hash, 'D', '']);
  expect(sequenceOf(back[7]![1]).slice(0, 2)).toEqual([txid, 'A']);
  await node.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await node.read(7)).at(-1)?.[0]).toBe('rawblock');
});

test('behavior: blocks on top of more work than the tip had: each becomes the tip, after its transactions', async () => {
  await using node = await publishingNode();
  const tip = await node.call('getbestblockhash');
  const longer = node.node.mine(3, TRUE_SCRIPT);
  await node.read(15);
  await node.call('invalidateblock', longer[0]);
  await node.read(9);
  const [other] = (await node.call('generateblock', TRUE_ADDRESS, []).then(({ hash }: { hash: string }) => [hash])) as [string];
  await node.read(5);
  await node.call('reconsiderblock', longer[0]);
  const messages = await node.read(3 + 2 * 3 + 2 + 5);
  const told = messages.flatMap(([topic, body]) =>
    topic === 'sequence' ? [sequenceOf(body).slice(0, 2).join(' ')] : topic === 'hashblock' ? [body] : [],
  );
  expect(await node.call('getblockhash', node.node.tip().height - 3)).toBe(tip);
  const [one, two, three] = longer;
  expect(told).toEqual([`${other} D`, `${one} C`, `${two} C`, two, `${three} C`, three]);
});

test('behavior: subscribers get the topics that they ask for', async () => {
  await using node = await publishingNode();
  node.subscriber.unsubscribe('');
  node.subscriber.subscribe('hashb');
  // Answered in order: the pong follows the changes.
  node.subscriber.send(Buffer.from('\x04\x07\x04PING\0\0', 'latin1'));
  await expect
    .poll(async () => {
      const [hash] = node.node.mine(1, TRUE_SCRIPT);
      for (let message = await node.subscriber.next(); ; message = await node.subscriber.next()) {
        if (message[0] === 'hashblock' && message[1] === hash) break;
      }
      const [second] = node.node.mine(1, TRUE_SCRIPT);
      const [topic, body] = await node.subscriber.next();
      return topic === 'hashblock' && body === second;
    })
    .toBe(true);
});

test('behavior: getzmqnotifications; nothing is left after the end', async () => {
  await using node = await publishingNode();
  expect(await node.call('getzmqnotifications')).toEqual(
    TOPICS.map((topic) => ({ type: `pub${topic}`, address: node.address, hwm: 1000 })),
  );
  await node.unpublish();
  expect(await node.call('getzmqnotifications')).toEqual([]);
  await expect.poll(node.subscriber.isClosed).toBe(true);
  node.node.mine(1, TRUE_SCRIPT);
});

test.each([
  ['no greeting of ZMTP', Buffer.alloc(64, 1)],
  ['a frame of a gigabyte', Buffer.from('0200000000400000', 'hex')],
])('error: %s ends the connection', async (_, bytes) => {
  await using node = await publishingNode();
  const bad = await subscribe(node.address, []);
  if (bytes.length === 64) {
    const { hostname, port } = new URL(node.address);
    const { connect } = await import('node:net');
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).resume();
    socket.write(bytes);
    await closed;
  } else {
    bad.send(Buffer.concat([bytes, Buffer.alloc(1)]));
    await expect.poll(bad.isClosed).toBe(true);
  }
  bad.close();
  node.node.mine(1, TRUE_SCRIPT);
  expect((await node.read(5)).length).toBe(5);
});

test('behavior: messages beyond the mark are dropped for a subscriber that reads nothing', async () => {
  await using rpc = await startRpcNode();
  const { notifications } = await rpc.node.publish([{ topic: 'rawblock', address: ANY, highWaterMark: 2 }]);
  const { address } = notifications[0]!;
  const slow = await subscribe(address, ['rawblock']);
  let received = false;
  void slow.next().then(() => {
    received = true;
  });
  while (!received) {
    rpc.node.mine(1, TRUE_SCRIPT);
    await delay(5);
  }
  slow.pause();
  // In one go: the system takes the first ones.
  rpc.node.mine(2000, TRUE_SCRIPT);
  slow.resume();
  const tip = rpc.node.mine(1, TRUE_SCRIPT)[0];
  expect(tip).toHaveLength(64);
  let last = await slow.next();
  let count = 1;
  const end = async () => {
    rpc.node.mine(1, TRUE_SCRIPT);
    last = await slow.next();
    count++;
    return last[2];
  };
  await expect.poll(end).toBeGreaterThan(2000);
  expect(count).toBeLessThan(2000);
});

test('error: an address or a topic that is none, and a port in use', async () => {
  await using node = createBitcoinNode();
  const publish = (change: object) => node.publish([{ topic: 'hashtx', address: ANY, ...change } as ZmqNotification]);
  await expect(publish({ address: 'ipc:///tmp/x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(publish({ address: 'tcp://127.0.0.1:70000' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(publish({ topic: 'hashblocks' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(publish({ highWaterMark: 0 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const { notifications } = await publish({});
  await expect(publish({ address: notifications[0]?.address })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
});

const python = findPython();

/** Returns a Python that has libzmq, from `ZMQ_PYTHON` or PATH. */
function findPython(): string | undefined {
  const program = process.env['ZMQ_PYTHON'] ?? 'python3';
  try {
    execFileSync(program, ['-c', 'import zmq'], { stdio: 'ignore' });
    return program;
  } catch {
    return undefined;
  }
}

test.skipIf(python === undefined)(`behavior: libzmq subscribes${python === undefined ? ' (no Python with pyzmq)' : ''}`, async () => {
  await using node = await startRpcNode();
  const { notifications } = await node.node.publish(ALL);
  const script = [
    'import sys, zmq',
    'socket = zmq.Context().socket(zmq.SUB)',
    'socket.setsockopt(zmq.SUBSCRIBE, b"")',
    'socket.connect(sys.argv[1])',
    'while True:',
    '    topic, body, count = socket.recv_multipart()',
    '    print(topic.decode(), body.hex(), int.from_bytes(count, "little"), flush=True)',
  ];
  const child = spawn(python ?? '', ['-c', script.join('\n'), notifications[0]!.address], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<Notification> => {
      const [topic = '', body = '', count] = String((await lines.next()).value).split(' ');
      return [topic, body, Number(count)];
    };
    await awaitSubscription(node.node, next);
    const [hash] = node.node.mine(1, TRUE_SCRIPT);
    const topics: string[] = [];
    const bodies: string[] = [];
    while (topics.length < 5) {
      const [topic, body] = await next();
      topics.push(topic);
      bodies.push(body);
    }
    expect(topics).toEqual(['hashtx', 'rawtx', 'sequence', 'hashblock', 'rawblock']);
    expect(bodies.slice(2)).toEqual([`${hash}43`, hash, await node.call('getblock', hash, 0)]);
  } finally {
    child.kill();
  }
});
