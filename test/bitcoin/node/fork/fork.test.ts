import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenBitcoinFork, openBitcoinFork } from '#dist/engines/embedded/fork/bitcoin/open.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { type Answer, AUTHORIZATION, PASSWORD, type RpcNode, startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT, USER } from '../harness.js';

/** A P2WPKH address whose key nobody has here. */
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Each script that a wallet of a fork knows is a request to the origin. */
const KEYPOOL = 20;

let origin: RpcNode;
let funded: string;
let cache: string;

beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'btcfork-'));
  origin = await startRpcNode({ wallets: { keypool: KEYPOOL } });
  origin.node.mine(109, TRUE_SCRIPT);
  await origin.call('createwallet', 'miner');
  const address = await origin.call('getnewaddress');
  // A fork asks the origin for each payment of its wallets, so there are few: two coins are mature, two are not.
  for (const to of [address, TRUE_ADDRESS, address]) await origin.call('generatetoaddress', to === address ? 2 : 98, to);
  funded = await origin.call('sendtoaddress', STRANGER, 3);
  await origin.call('generatetoaddress', 1, TRUE_ADDRESS);
});
afterAll(async () => {
  await origin[Symbol.asyncDispose]();
  await rm(cache, { recursive: true, force: true });
});

type Forked = RpcNode & { fork: OpenBitcoinFork };

async function forked({
  height,
  url = origin.url,
  offline = false,
  dir = cache,
}: {
  height?: number;
  url?: string;
  offline?: boolean;
  dir?: string;
} = {}): Promise<Forked> {
  const fork = await openBitcoinFork({ url, height, offline, timeoutMs: 5_000, cache: { dir, enabled: true } });
  const node = await startRpcNode({ fork, files: [cache], wallets: { keypool: KEYPOOL } });
  return {
    ...node,
    fork,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      fork.close();
    },
  };
}

async function esplora(node: RpcNode, route: string): Promise<Answer> {
  const answer = await fetch(`${node.url}${route}`);
  const text = await answer.text();
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

test('the chain of a fork continues the origin’s heights, hashes and times', async () => {
  await using fork = await forked();
  const tip = await origin.call('getblockchaininfo');
  expect(await fork.call('getblockcount')).toBe(tip.blocks);
  for (const height of [0, 1, 50, 110, 211, 212]) {
    const hash = await origin.call('getblockhash', height);
    expect(await fork.call('getblockhash', height)).toBe(hash);
    const header = await origin.call('getblockheader', hash);
    expect(await fork.call('getblockheader', hash)).toEqual(header);
    expect(await fork.call('getblock', hash, 1)).toEqual(await origin.call('getblock', hash, 1));
    expect(await fork.call('getblock', hash, 0)).toBe(await origin.call('getblock', hash, 0));
  }
  const [hash] = await fork.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect(await fork.call('getblockheader', hash)).toMatchObject({
    height: tip.blocks + 1,
    previousblockhash: tip.bestblockhash,
    time: tip.time + 600,
  });
  expect(await origin.call('getblockcount')).toBe(tip.blocks);
});

test('transactions and outputs of the origin', async () => {
  await using fork = await forked();
  expect(await fork.call('getrawtransaction', funded)).toBe(await origin.call('getrawtransaction', funded));
  expect(await fork.call('getrawtransaction', funded, 2)).toEqual(await origin.call('getrawtransaction', funded, 2));
  const { vout } = await origin.call('getrawtransaction', funded, 1);
  const at = vout.findIndex(({ value }: { value: number }) => value === 3);
  expect(await fork.call('gettxout', funded, at)).toEqual(await origin.call('gettxout', funded, at));
  expect(await fork.failure('getrawtransaction', 'ab'.repeat(32))).toMatchObject({ code: -5 });
  expect(await fork.call('gettxout', 'ab'.repeat(32), 0)).toBeNull();
  const scan = await fork.call('scantxoutset', 'start', [`addr(${STRANGER})`]);
  expect(scan.unspents).toEqual((await origin.call('scantxoutset', 'start', [`addr(${STRANGER})`])).unspents);
});

test('the Esplora API shows the origin’s history, and then the fork’s', async () => {
  await using fork = await forked();
  for (const route of [
    `/address/${STRANGER}`,
    `/address/${STRANGER}/utxo`,
    `/address/${STRANGER}/txs`,
    `/address/${TRUE_ADDRESS}`,
    `/address/${TRUE_ADDRESS}/txs`,
    `/tx/${funded}`,
    `/tx/${funded}/status`,
    `/tx/${funded}/outspends`,
    `/tx/${funded}/merkle-proof`,
    '/blocks/tip/height',
    '/block-height/100',
    '/blocks/100',
  ]) {
    expect([route, await esplora(fork, route)]).toEqual([route, await esplora(origin, route)]);
  }
});

test('unsigned coins of the origin are spent while their address is impersonated', async () => {
  await using fork = await forked();
  const [{ txid, vout }] = (await fork.call('scantxoutset', 'start', [`addr(${STRANGER})`])).unspents;
  const raw = await fork.call('createrawtransaction', [{ txid, vout }], [{ [TRUE_ADDRESS]: 2.999 }]);
  expect(await fork.failure('sendrawtransaction', raw)).toMatchObject({ code: -26 });
  expect(await fork.call('impersonateaddress', STRANGER)).toEqual([STRANGER]);
  const spend = await fork.call('sendrawtransaction', raw);
  expect(await fork.call('impersonateaddress', STRANGER, false)).toEqual([]);
  const [hash] = await fork.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect((await fork.call('getblock', hash)).tx).toContain(spend);
  expect(await fork.call('gettxout', txid, vout)).toBeNull();
  expect(await esplora(fork, `/address/${STRANGER}/utxo`)).toEqual([]);
  expect(await esplora(fork, `/address/${STRANGER}`)).toMatchObject({
    chain_stats: { tx_count: 2, funded_txo_count: 1, spent_txo_count: 1 },
  });
  expect(await esplora(fork, `/tx/${txid}/outspend/${vout}`)).toMatchObject({ spent: true, txid: spend });
  expect((await esplora(fork, `/address/${STRANGER}/txs`)).map((tx: Answer) => tx.txid)).toEqual([spend, txid]);
  // A reorganisation of the fork's own blocks gives the coin back, and a block may spend it again.
  await fork.call('invalidateblock', hash);
  expect(await fork.call('gettxout', txid, vout, false)).not.toBeNull();
  await fork.call('reconsiderblock', hash);
  expect(await fork.call('gettxout', txid, vout)).toBeNull();
});

test('a reorganisation below the block of the fork is refused with a reason', async () => {
  await using fork = await forked({ height: 200 });
  fork.node.mine(2, TRUE_SCRIPT);
  const { hash } = fork.node.header(200);
  for (const block of [hash, await origin.call('getblockhash', 150)]) {
    expect(await fork.failure('invalidateblock', block)).toMatchObject({
      code: -8,
      message: expect.stringMatching(/^NOT_IN_FORK: block \d+ .*above 200/),
    });
  }
  expect(await fork.call('getblockcount')).toBe(202);
  const own = await fork.call('getblockhash', 201);
  await fork.call('invalidateblock', own);
  expect(await fork.call('getblockcount')).toBe(200);
  // A block of the origin that follows is a branch like any other.
  expect(await fork.call('submitblock', await origin.call('getblock', await origin.call('getblockhash', 201), 0))).toBeNull();
  expect(await fork.call('getbestblockhash')).toBe(await origin.call('getblockhash', 201));
});

test('what only the origin could answer is refused with NOT_IN_FORK', async () => {
  await using fork = await forked();
  const hash = await origin.call('getblockhash', 100);
  for (const [method, ...params] of [
    ['gettxoutsetinfo'],
    ['getchaintxstats'],
    ['getblockstats', hash],
    ['getdescriptoractivity', [hash], []],
    ['getnetworkhashps', 10, 100],
  ] as [string, ...unknown[]][]) {
    expect([method, await fork.failure(method, ...params)]).toEqual([
      method,
      { code: -1, message: expect.stringMatching(/^NOT_IN_FORK: .* Ask a node of the origin/) },
    ]);
  }
});

test('a wallet finds its payments at the origin', async () => {
  await using fork = await forked();
  const { descriptors } = await origin.call('listdescriptors', true);
  await fork.call('createwallet', 'copy', false, true);
  // Each script of a range is a request.
  const paid = descriptors.filter(({ desc, active }: Answer) => active && desc.startsWith('wpkh('));
  const requests = paid.map(({ desc, active, internal }: Answer) => ({ desc, active, internal, range: [0, 20], timestamp: 0 }));
  expect(await fork.call('importdescriptors', requests)).toEqual(requests.map(() => expect.objectContaining({ success: true })));
  expect(await fork.call('getbalances')).toMatchObject({ mine: (await origin.call('getbalances')).mine });
  const txid = await fork.call('sendtoaddress', TRUE_ADDRESS, 1);
  await fork.call('generatetoaddress', 1, TRUE_ADDRESS);
  expect(await fork.call('gettransaction', txid)).toMatchObject({ confirmations: 1 });
  expect(await fork.call('gettransaction', funded)).toMatchObject({ blockheight: 212 });
});

test('a wallet is restored from a backup, unloaded and loaded on a fork that has read nothing of it', async () => {
  await using fork = await forked();
  const { descriptors } = await origin.call('listdescriptors', true);
  await fork.call('createwallet', 'few', false, true);
  const [{ desc }] = descriptors.filter(({ desc, active, internal }: Answer) => active && !internal && desc.startsWith('wpkh('));
  await fork.call('importdescriptors', [{ desc, range: [0, 5], timestamp: 0 }]);
  const balances = await fork.call('getbalances');
  expect(balances.mine.trusted).toBeGreaterThan(0);
  const backup = path.join(cache, 'few.json');
  await fork.call('backupwallet', backup);

  await using empty = await temporaryFolder('btcfork');
  await using other = await forked({ dir: empty.path });
  expect(await other.call('restorewallet', 'restored', backup)).toEqual({ name: 'restored' });
  expect((await other.call('getbalances')).mine).toEqual(balances.mine);
  await other.call('unloadwallet', 'restored');
  expect(await other.call('loadwallet', 'restored')).toEqual({ name: 'restored' });
  expect((await other.call('getbalances')).mine).toEqual(balances.mine);
});

test('nobody sees a wallet that is restored or loaded before the origin is read', async () => {
  const backup = path.join(cache, 'hidden.json');
  const { descriptors } = await origin.call('listdescriptors', true);
  await using source = await forked();
  await source.call('createwallet', 'few', false, true);
  const [{ desc }] = descriptors.filter(({ desc, active, internal }: Answer) => active && !internal && desc.startsWith('wpkh('));
  await source.call('importdescriptors', [{ desc, range: [0, 5], timestamp: 0 }]);
  const { mine } = await source.call('getbalances');
  await source.call('backupwallet', backup);

  await using gate = await startGate(origin.url);
  await using empty = await temporaryFolder('btcfork');
  await using fork = await forked({ url: gate.url, dir: empty.path });
  const before = fork.node.snapshot();
  const hidden = async (loading: Promise<unknown>) => {
    await gate.reached();
    expect(await fork.call('listwallets')).toEqual([]);
    expect(await fork.failure('getbalances')).toMatchObject({ code: -18 });
    expect(await fork.failure('loadwallet', 'few')).toEqual({ code: -4, message: 'Wallet already loading.' });
    expect(await fork.failure('createwallet', 'few')).toMatchObject({ code: -4 });
    gate.open();
    return loading;
  };
  gate.shut();
  expect(await hidden(fork.call('restorewallet', 'few', backup))).toEqual({ name: 'few' });
  expect((await fork.call('getbalances')).mine).toEqual(mine);

  // What is in memory now is forgotten with the fork.
  await using again = await temporaryFolder('btcfork');
  await using other = await forked({ url: gate.url, dir: again.path });
  gate.shut();
  const restoring = other.failure('restorewallet', 'few', backup);
  await gate.reached();
  const during = other.node.snapshot();
  gate.open();
  expect(await restoring).toBeNull();
  other.node.restore(during);
  expect(await other.call('listwallets')).toEqual([]);
  expect(await other.call('loadwallet', 'few')).toEqual({ name: 'few' });
  expect((await other.call('getbalances')).mine).toEqual(mine);
  fork.node.restore(before);
  expect(await fork.failure('loadwallet', 'few')).toMatchObject({ code: -18 });
});

/** A server in front of another one that holds requests while it is shut. */
async function startGate(target: string) {
  let held: (() => void)[] = [];
  let isShut = false;
  const server = createServer(async (request, response) => {
    if (isShut) await new Promise<void>((resolve) => held.push(resolve));
    const answer = await fetch(`${target}${request.url}`);
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => {
      isShut = true;
    },
    /** Resolves when a request is held. */
    reached: () => expect.poll(() => held.length).toBeGreaterThan(0),
    open: () => {
      isShut = false;
      for (const release of held) release();
      held = [];
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a restore that cannot read the origin leaves no wallet', async () => {
  await using source = await startRpcNode({ files: [cache], wallets: { keypool: KEYPOOL } });
  source.node.mine(101, TRUE_SCRIPT);
  await source.call('createwallet', 'kept');
  const backup = path.join(cache, 'kept.json');
  await source.call('backupwallet', backup);
  await using fork = await forked({ url: source.url });
  await source[Symbol.asyncDispose]();
  for (const _ of [1, 2]) {
    expect(await fork.failure('restorewallet', 'kept', backup)).toMatchObject({ message: expect.stringContaining(source.url) });
    expect(await fork.call('listwallets')).toEqual([]);
  }
});

test('a second run is offline, and its copies and snapshots are forks, too', async () => {
  const height = 212;
  const ask = async (node: RpcNode) => [
    await node.call('getblock', await node.call('getblockhash', 120), 2),
    await node.call('getrawtransaction', funded, 2),
    await esplora(node, `/address/${STRANGER}/utxo`),
    await esplora(node, `/address/${STRANGER}/txs`),
  ];
  const first = await (async () => {
    await using fork = await forked({ height });
    return await ask(fork);
  })();
  await using fork = await forked({ height, offline: true });
  expect(await ask(fork)).toEqual(first);
  expect(await fork.failure('getblockhash', 77)).toMatchObject({
    message: expect.stringContaining('the cache lacks a value at block 212'),
  });
  const snapshot = fork.node.snapshot();
  fork.node.mine(3, TRUE_SCRIPT);
  const bytes = await fork.node.dump(fork.node.snapshot());
  const copy = fork.node.fork();
  expect(copy.tip()).toEqual(fork.node.tip());
  fork.node.restore(snapshot);
  expect(fork.node.tip().height).toBe(height);
  fork.node.restore(await fork.node.load(bytes));
  expect(fork.node.tip()).toEqual(copy.tip());
  await copy.close();
});

test('copies and loaded states know their own transactions without the origin', async () => {
  const source = await startRpcNode();
  source.node.mine(101, TRUE_SCRIPT);
  await using fork = await forked({ url: source.url });
  const [copy, loaded] = [fork.node.fork(), fork.node.fork()];
  loaded.restore(await loaded.load(await fork.node.dump(fork.node.snapshot())));
  await source[Symbol.asyncDispose]();
  for (const node of [fork.node, copy, loaded]) {
    node.mine(1, TRUE_SCRIPT);
    const { url } = await node.listen({ host: '127.0.0.1', port: 0, user: USER, password: PASSWORD });
    const call = async (method: string, ...params: unknown[]) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: AUTHORIZATION },
        body: JSON.stringify({ method, params }),
      });
      return (await answer.json()) as { result: { tx: string[] } | null; error: unknown };
    };
    const { result } = await call('getblock', node.tip().hash);
    // The output that commits to witnesses cannot be spent, so that it is no coin.
    expect(await call('gettxout', result?.tx[0], 1)).toEqual({ result: null, error: null });
    await node.close();
  }
});

test('an origin that left the block of the fork is noticed before its answers are used', async () => {
  await using source = await startRpcNode();
  source.node.mine(110, TRUE_SCRIPT);
  await using fork = await forked({ url: source.url });
  const [first] = (await source.call('getblock', await source.call('getblockhash', 20))).tx;
  expect(await fork.call('getrawtransaction', first)).toMatch(/^0/);
  await source.call('invalidateblock', await source.call('getblockhash', 100));
  await source.call('generatetoaddress', 20, STRANGER);
  const reorganised = { message: expect.stringContaining('its chain was reorganised') };
  const [other] = (await source.call('getblock', await source.call('getblockhash', 105))).tx;
  expect(await fork.failure('getrawtransaction', other)).toMatchObject(reorganised);
  expect(await fork.failure('getblockhash', 104)).toMatchObject(reorganised);
  expect(await fork.failure('scantxoutset', 'start', [`addr(${STRANGER})`])).toMatchObject(reorganised);
  expect(await fork.call('getrawtransaction', first)).toMatch(/^0/);
});

test('what needs the blocks of the origin is unsupported', async () => {
  await using fork = await forked();
  await expect(fork.node.listenPeers({ host: '127.0.0.1', port: 0 })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  await expect(fork.node.keep(cache)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
});

test('an origin that does not answer, or has no such block', async () => {
  await expect(forked({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'ORIGIN', reason: 'UNREACHABLE' });
  await expect(forked({ height: 10_000 })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'fork.bitcoin.height' });
  await expect(forked({ height: 33, offline: true })).rejects.toMatchObject({ code: 'ORIGIN', reason: 'OFFLINE' });
});

test('the grant of the first block may be spent at once', async () => {
  const source = await openBitcoinFork({ url: origin.url, timeoutMs: 5_000, cache: { dir: cache, enabled: true } });
  await using node = await startRpcNode({ fork: { ...source, grant: 123_456_789n } });
  node.node.mine(1, TRUE_SCRIPT);
  const { tx } = await node.call('getblock', await node.call('getbestblockhash'));
  expect(await node.call('gettxout', tx[0], 0)).toMatchObject({ value: 1.234_567_89, coinbase: false });
  source.close();
});

test('the grant of the first block is mature for the wallet that gets it, the next coinbase is not', async () => {
  const source = await openBitcoinFork({ url: origin.url, timeoutMs: 5_000, cache: { dir: cache, enabled: true } });
  await using node = await startRpcNode({ fork: { ...source, grant: 123_456_789n } });
  await node.call('createwallet', 'granted');
  const address = await node.call('getnewaddress');
  await node.call('generatetoaddress', 2, address);
  const { mine } = await node.call('getbalances');
  expect(mine).toMatchObject({ trusted: 1.234_567_89, immature: expect.any(Number) });
  expect(mine.immature).toBeGreaterThan(0);
  expect((await node.call('listtransactions')).map(({ category }: Answer) => category)).toEqual(['generate', 'immature']);
  const txid = await node.call('sendtoaddress', TRUE_ADDRESS, 1);
  expect(await node.call('getrawmempool')).toEqual([txid]);
  source.close();
});
