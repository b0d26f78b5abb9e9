import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import {
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  type StacksTransactionWire,
  sponsorTransaction,
} from '@stacks/transactions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startStacksNode } from '#dist/stacks/node/node.js';
import type { StacksNodeEvent, StacksSnapshot } from '#dist/stacks/node/types.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from './test-node.js';
import { call, deploy } from './transactions.js';

const RECIPIENT = 'ST000000000000000000002AMW42H';
const GENESIS_BALANCE = 100_000_000_000_000n;
const network = 'testnet' as const;

let node: TestNode;
let fresh: StacksSnapshot;
let events: StacksNodeEvent[];
let observed: { path: string; body: unknown }[];
let observer: ReturnType<typeof createServer>;

beforeAll(async () => {
  observed = [];
  observer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    observed.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.end();
  });
  observer.listen(0, '127.0.0.1');
  await once(observer, 'listening');
  const { port } = observer.address() as AddressInfo;
  // nothing listens at the second one, which must not matter
  node = await startTestNode({ mining: 'manual', eventObservers: [`127.0.0.1:${port}`, '127.0.0.1:1'] });
  fresh = await node.snapshot();
  node.subscribe((event) => events.push(event));
});

beforeEach(async () => {
  await node.setMining('manual');
  await node.restore(fresh);
  events = [];
  observed = [];
});

afterAll(async () => {
  await node[Symbol.asyncDispose]();
  observer.closeAllConnections();
  observer.close();
});

const transfer = (
  options: { nonce?: bigint; fee?: bigint; amount?: bigint; senderKey?: string; recipient?: string; sponsored?: boolean } = {},
) => makeSTXTokenTransfer({ recipient: RECIPIENT, amount: 1000n, senderKey: WALLET_1.key, fee: 200n, nonce: 0n, network, ...options });

async function submit(transaction: StacksTransactionWire): Promise<{ status: number; body: unknown }> {
  const body = Buffer.from(transaction.serialize(), 'hex');
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

async function get(path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(node.url + path)).json()) as Record<string, unknown>;
}

async function account(address: string): Promise<{ balance: bigint; nonce: number }> {
  const { balance, nonce } = await get(`/v2/accounts/${address}?proof=0`);
  return { balance: BigInt(String(balance)), nonce: Number(nonce) };
}

/** Submits what must be accepted. @returns its txid with 0x */
async function accept(transaction: StacksTransactionWire): Promise<string> {
  expect(await submit(transaction)).toEqual({ status: 200, body: transaction.txid() });
  return `0x${transaction.txid()}`;
}

/** The txids of the users' transactions in each reported block. */
function mined(): string[][] {
  return events
    .filter((event) => event.type === 'block')
    .map(({ receipts }) => receipts.filter(({ rawTx }) => !isSystem(rawTx)).map(({ txid }) => txid));
}

/** Coinbases and tenure changes have no fee. */
function isSystem(rawTx: string): boolean {
  return rawTx.slice(2 + 70, 2 + 86) === '00'.repeat(8);
}

test('default: boots at the last Bitcoin block; a transfer is mined on request', async () => {
  const booted = node.tip();
  expect(booted).toMatchObject({ burnHeight: BOOT_HEIGHT, burnHash: burnBlock(BOOT_HEIGHT).hash });
  const txid = await accept(await transfer());
  expect(node.tip()).toEqual(booted);

  const tip = await node.mine();
  expect(tip).toMatchObject({ height: booted.height + 1, burnHeight: BOOT_HEIGHT });
  expect(mined()).toEqual([[txid]]);
  expect(await account(WALLET_1.address)).toEqual({ balance: GENESIS_BALANCE - 1200n, nonce: 1 });
  expect(await account(RECIPIENT)).toEqual({ balance: 1000n, nonce: 0 });
  expect(events[0]).toEqual({ type: 'mempool-added', txid, rawTx: expect.stringMatching(/^0x80/) });
});

test('behavior: each Bitcoin block begins a tenure with the pending transactions, deploys too', async () => {
  const paid = await accept(await transfer());
  const wire = await makeContractDeploy({
    ...{ contractName: 'counter', codeBody: '(define-public (f) (ok u1))', senderKey: DEPLOYER.key, fee: 1000n, nonce: 0n, network },
  });
  const deployed = await accept(wire);
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  expect(mined()).toEqual([[deployed, paid]]);
  const [first] = events.filter((event) => event.type === 'block');
  expect(first?.receipts.map(({ status, rawResult }) => [status, rawResult])).toEqual(Array(4).fill(['success', '0x0703']));
  const info = await get('/v2/info');
  expect(info).toMatchObject({ burn_block_height: BOOT_HEIGHT + 1, stacks_tip_height: node.tip().height });
  const [sortition] = (await get('/v3/sortitions')) as unknown as Record<string, unknown>[];
  expect(sortition).toMatchObject({
    burn_block_hash: `0x${burnBlock(BOOT_HEIGHT + 1).hash}`,
    consensus_hash: `0x${info['pox_consensus']}`,
  });
});

test('behavior: auto mines at once; a switch to it mines pending transactions', async () => {
  const waiting = await accept(await transfer());
  await node.setMining('auto');
  expect(mined()).toEqual([[waiting]]);
  const next = await accept(await transfer({ nonce: 1n }));
  await until(() => mined().flat().includes(next));
});

test('behavior: an interval makes blocks by itself', async () => {
  await node.setMining({ intervalMs: 5 });
  await until(() => mined().length >= 3);
});

test('behavior: a gap waits and is filled; the window ends 26 ahead of the account', async () => {
  await accept(await transfer({ nonce: 26n }));
  expect(await submit(await transfer({ nonce: 27n }))).toMatchObject({
    status: 400,
    body: { reason: 'TooMuchChaining', reason_data: { expected: 26 } },
  });
  await node.mine();
  expect(mined()).toEqual([[]]);
  for (let nonce = 25n; nonce >= 0n; nonce--) await accept(await transfer({ nonce }));
  await node.mine();
  expect(mined()[1]).toHaveLength(27);
  expect(await account(WALLET_1.address)).toMatchObject({ nonce: 27 });
});

test('behavior: a higher fee replaces, and the other is dropped', async () => {
  const low = await accept(await transfer());
  expect(await submit(await transfer({ amount: 5n }))).toMatchObject({ status: 400, body: { reason: 'ConflictingNonceInMempool' } });
  const high = await accept(await transfer({ fee: 201n }));
  expect(events).toContainEqual({ type: 'mempool-dropped', txid: low, reason: 'ReplaceByFee', replacedBy: high });
  await node.mine();
  expect(mined()).toEqual([[high]]);
});

test('behavior: what costs more than a block may is dropped as too expensive, and pays nothing', async () => {
  const list = `(list ${Array.from({ length: 26 }, (_, i) => `u${i}`).join(' ')})`;
  const source = `(define-map m uint uint)
    (define-private (one (i uint)) (map-set m i i))
    (define-private (row (i uint)) (len (map one ${list})))
    (define-private (square (i uint)) (len (map row ${list})))
    (define-public (write) (ok (map square ${list})))`;
  await deploy(node.url, WALLET_1, { name: 'writer', source, nonce: 0n });
  await node.mine();
  const before = await account(WALLET_1.address);
  const txid = await call(node.url, WALLET_1, { contract: `${WALLET_1.address}.writer`, fn: 'write', nonce: 1n });
  await node.mine();
  expect(mined().at(-1)).toEqual([]);
  expect(events).toContainEqual({
    type: 'mempool-dropped',
    txid: `0x${txid}`,
    reason: 'TooExpensive',
    detail: expect.stringContaining('CostBalanceExceeded'),
    replacedBy: undefined,
  });
  expect(await account(WALLET_1.address)).toEqual(before);
});

test('behavior: a sponsor pays, and both nonces advance', async () => {
  const wire = await sponsorTransaction({
    transaction: await transfer({ sponsored: true }),
    sponsorPrivateKey: WALLET_2.key,
    fee: 500n,
    sponsorNonce: 0n,
    network,
  });
  await accept(wire);
  await node.mine();
  expect(await account(WALLET_1.address)).toEqual({ balance: GENESIS_BALANCE - 1000n, nonce: 1 });
  expect(await account(WALLET_2.address)).toEqual({ balance: GENESIS_BALANCE - 500n, nonce: 1 });
});

test('behavior: a snapshot holds chain, accounts and mempool, and is restored any number of times', async () => {
  await accept(await transfer());
  await node.mine();
  const waiting = await accept(await transfer({ nonce: 1n }));
  const snapshot = await node.snapshot();
  const before = { tip: node.tip(), accounts: await account(WALLET_1.address), info: await get('/v2/info') };
  for (let round = 0; round < 3; round++) {
    await accept(await transfer({ nonce: 2n, amount: BigInt(round + 1) }));
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 1, round, 0));
    expect(await account(WALLET_1.address)).toMatchObject({ nonce: 3 });
    await node.restore(snapshot);
    expect({ tip: node.tip(), accounts: await account(WALLET_1.address), info: await get('/v2/info') }).toEqual(before);
    expect(await get(`/v2/transactions/unconfirmed/${waiting.slice(2)}`)).toMatchObject({ status: 'Mempool' });
  }
  snapshot.release();
  await expect(node.restore(snapshot)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'snapshot' });
});

test('behavior: each snapshot of the same block is released by itself', async () => {
  await accept(await transfer());
  await node.mine();
  const [first, second] = [await node.snapshot(), await node.snapshot()];
  const before = await account(WALLET_1.address);
  first.release();
  first.release();
  await expect(node.restore(first)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'snapshot' });
  await accept(await transfer({ nonce: 1n }));
  await node.mine();
  await node.restore(second);
  expect(await account(WALLET_1.address)).toEqual(before);
  const third = await node.snapshot();
  second.release();
  await accept(await transfer({ nonce: 1n, amount: 2n }));
  await node.mine();
  await node.restore(third);
  expect(await account(WALLET_1.address)).toEqual(before);
  third.release();
});

test('behavior: after several restores in a row, reads and blocks have the state of the last one', async () => {
  const atStart = await node.snapshot();
  await accept(await transfer());
  await node.mine();
  const later = await node.snapshot();
  const nonces: number[] = [];
  for (const snapshot of [atStart, later, atStart, later]) {
    await node.restore(atStart);
    await node.restore(snapshot);
    nonces.push((await account(WALLET_1.address)).nonce);
    await accept(await transfer({ nonce: BigInt(nonces.at(-1) ?? 0), amount: 3n }));
    await node.mine();
    nonces.push((await account(WALLET_1.address)).nonce);
  }
  expect(nonces).toEqual([0, 1, 1, 2, 0, 1, 1, 2]);
});

test('behavior: a Bitcoin reorganisation takes Stacks back; its transactions wait again', async () => {
  await accept(await transfer());
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const kept = node.tip();
  const undone = await accept(await transfer({ nonce: 1n }));
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 2));
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 3));
  const left = node.tip();
  events = [];

  await node.burnReorg(BOOT_HEIGHT + 1);
  expect(node.tip()).toEqual(kept);
  expect(events).toEqual([{ type: 'reorg', forkHeight: kept.height, tip: kept }]);
  expect(await account(WALLET_1.address)).toMatchObject({ nonce: 1 });
  const other = await node.snapshot();
  const replacement = await accept(await transfer({ nonce: 1n, amount: 7n }));
  expect(events).toContainEqual({ type: 'mempool-dropped', txid: undone, reason: 'ReplaceAcrossFork', replacedBy: replacement });
  await node.restore(other);
  events = [];
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 2, 1, 0));
  expect(mined()).toEqual([[undone]]);
  expect(node.tip().hash).not.toBe(left.hash);
  expect(await account(WALLET_1.address)).toEqual({ balance: GENESIS_BALANCE - 2400n, nonce: 2 });
  expect((await get(`/v3/transaction/${undone.slice(2)}`))['index_block_hash']).toBe(node.tip().hash.slice(2));
});

test('behavior: a reorganisation below the last block of the start goes on from there', async () => {
  await accept(await transfer());
  await node.mine();
  await node.burnReorg(BOOT_HEIGHT - 2);
  expect(node.tip()).toMatchObject({ height: BOOT_HEIGHT - 2, burnHeight: BOOT_HEIGHT - 2 });
  expect(await account(RECIPIENT)).toMatchObject({ balance: 0n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT - 1, 1, 0));
  expect(node.tip()).toMatchObject({ height: BOOT_HEIGHT - 1, burnHeight: BOOT_HEIGHT - 1 });
  expect(await account(RECIPIENT)).toMatchObject({ balance: 1000n });
});

test('behavior: far back, a new VM executes the blocks again and comes to the same state', async () => {
  // without a snapshot to go back to
  await using own = await startTestNode({ mining: 'manual' });
  const counter = async () => {
    const response = await fetch(`${own.url}/v2/data_var/${DEPLOYER.address}/counter/n?proof=0`);
    return ((await response.json()) as { data: string }).data.at(-1);
  };
  const send = async (wire: StacksTransactionWire) => {
    const body = Buffer.from(wire.serialize(), 'hex');
    await fetch(`${own.url}/v2/transactions`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body });
    return own.mine();
  };
  const codeBody = '(define-data-var n uint u0)(define-public (inc) (begin (var-set n (+ (var-get n) u1)) (ok (var-get n))))';
  const common = { senderKey: DEPLOYER.key, fee: 1000n, network };
  const call = { contractAddress: DEPLOYER.address, contractName: 'counter', functionName: 'inc', functionArgs: [], ...common };
  await send(await makeContractDeploy({ contractName: 'counter', codeBody, nonce: 0n, ...common }));
  const target = await send(await makeContractCall({ ...call, nonce: 1n }));
  await own.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  await send(await makeContractCall({ ...call, nonce: 2n }));
  // more blocks than a tenure's checkpoint outlives
  for (let i = 0; i < 450; i++) await own.mine();
  expect(await counter()).toBe('2');

  let isBack = false;
  const reading = (async () => {
    const question = { method: 'GET', target: `/v2/data_var/${DEPLOYER.address}/counter/n?proof=0` };
    const statuses = new Set<number>();
    while (!isBack) {
      statuses.add((await own.ask(question)).status);
      // Answers without a connection come in microtasks, which alone would leave no turn to the reorganisation.
      await new Promise(setImmediate);
    }
    return [...statuses];
  })();
  await own.burnReorg(BOOT_HEIGHT);
  isBack = true;
  expect(own.tip()).toEqual(target);
  // The new VM answers the requests that the old one did not.
  expect(await reading).toEqual([200]);
  expect(await counter()).toBe('1');
  await own.burnBlock(burnBlock(BOOT_HEIGHT + 1, 1, 0));
  expect(await counter()).toBe('2');
});

test('behavior: the same inputs make the same chain', async () => {
  const script = async () => {
    await accept(await transfer());
    await node.mine();
    await accept(await transfer({ senderKey: WALLET_2.key }));
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
    return node.tip();
  };
  const first = await script();
  await node.restore(fresh);
  expect(await script()).toEqual(first);
});

test("behavior: if a transaction replaces its origin's and its sponsor's, observers receive the first drop, as from a node", async () => {
  const first = await transfer({ amount: 8_888n });
  const origins = await accept(first);
  const sponsors = await accept(await transfer({ senderKey: WALLET_2.key }));
  const own = await transfer({ sponsored: true, fee: 0n });
  const paid = await accept(
    await sponsorTransaction({ transaction: own, sponsorPrivateKey: WALLET_2.key, sponsorNonce: 0n, fee: 900n, network }),
  );
  const drops = events.flatMap((event) => (event.type === 'mempool-dropped' ? [[event.txid, event.replacedBy]] : []));
  expect(drops).toEqual([
    [origins, paid],
    [sponsors, paid],
  ]);
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  expect((await observedSince(first)).filter(({ path }) => path === '/drop_mempool_tx').map(({ body }) => body)).toEqual([
    { dropped_txids: [origins], reason: 'ReplaceByFee', new_txid: paid },
  ]);
});

test('behavior: observers get blocks, Bitcoin blocks, new and dropped transactions', async () => {
  const low = await transfer({ amount: 7_777n });
  await accept(low);
  const high = await accept(await transfer({ amount: 7_777n, fee: 300n }));
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const own = await observedSince(low);
  expect(own.map(({ path }) => path)).toEqual(['/new_mempool_tx', '/drop_mempool_tx', '/new_mempool_tx', '/new_burn_block', '/new_block']);
  expect(own[0]?.body).toEqual([`0x${low.serialize()}`]);
  expect(own[1]?.body).toEqual({ dropped_txids: [`0x${low.txid()}`], reason: 'ReplaceByFee', new_txid: high });
  expect(own[3]?.body).toMatchObject({ burn_block_hash: `0x${burnBlock(BOOT_HEIGHT + 1).hash}`, burn_block_height: BOOT_HEIGHT + 1 });
  const block = own[4]?.body as {
    transactions: { txid: string; tx_index: number }[];
    events: { txid: string; event_index: number }[];
  };
  expect(block).toMatchObject({ block_height: node.tip().height, index_block_hash: node.tip().hash, burn_block_height: BOOT_HEIGHT + 1 });
  expect(block.transactions.map(({ tx_index }) => tx_index)).toEqual([0, 1, 2]);
  expect(block.events).toMatchObject([{ txid: high, event_index: 0, type: 'stx_transfer_event', committed: true }]);
});

test('error: an unknown epoch, a Bitcoin block that does not follow, a port in use', async () => {
  await expect(node.burnBlock(burnBlock(BOOT_HEIGHT + 2))).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'block' });
  await expect(node.burnBlock(burnBlock(BOOT_HEIGHT + 1, 1))).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'block' });
  const options = { balances: [], burnchain: [burnBlock(0)], pox: { rewardLength: 20, prepareLength: 5 }, mining: 'manual' as const };
  const rest = { ...options, eventObservers: [], cache: { dir: '', enabled: false } };
  await expect(startStacksNode({ ...rest, epoch: '9.9' })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'epoch' });
  await expect(node.listen({ host: '127.0.0.1', port: Number(new URL(node.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

/** Returns the events from that of a transaction to the next block. Events of an earlier test may still arrive before it. */
async function observedSince(transaction: StacksTransactionWire): Promise<typeof observed> {
  const own = () => {
    const start = observed.findIndex(
      ({ path, body }) => path === '/new_mempool_tx' && isDeepStrictEqual(body, [`0x${transaction.serialize()}`]),
    );
    return start < 0 ? [] : observed.slice(start);
  };
  await until(() => own().some(({ path }) => path === '/new_block'));
  return own();
}

/** Asks until it is so; the test's own deadline ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('behavior: without a connection the RPC answers the same', async () => {
  const transaction = await transfer();
  const body = JSON.stringify({ tx: transaction.serialize() });
  const requests = [
    { method: 'GET', target: '/v2/info' },
    { method: 'GET', target: '/v2/nope' },
    { method: 'PUT', target: '/v2/info' },
    { method: 'POST', target: '/v2/transactions', contentType: 'application/json', body },
    { method: 'POST', target: '/v2/transactions', contentType: 'text/html', body },
  ];
  for (const { body: text, ...question } of requests) {
    const headers = { 'content-type': question.contentType ?? '' };
    const sent = text === undefined ? {} : { headers, body: text };
    const over = await fetch(`${node.url}${question.target}`, { method: question.method, ...sent });
    for (const bytes of [text && Buffer.from(text), text && Readable.from([Buffer.from(text)])]) {
      const within = await node.ask({ ...question, body: bytes || undefined });
      expect([within.status, String(within.body)]).toEqual([over.status, await over.clone().text()]);
      for (const [name, value] of Object.entries(within.headers)) expect(over.headers.get(name)).toBe(value);
    }
  }
});

test('error: a closed node does not answer', async () => {
  const other = await startTestNode();
  await other[Symbol.asyncDispose]();
  await expect(other.ask({ method: 'GET', target: '/v2/info' })).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
});
