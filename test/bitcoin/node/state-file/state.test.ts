import { beforeAll, describe, expect, test } from 'vitest';
import { ByteReader } from '#dist/base/storage/byte-reader.js';
import { ByteWriter } from '#dist/base/storage/byte-writer.js';
import { FormatError } from '#dist/base/storage/format-error.js';
import { type RpcNode, startRpcNode, TRUE_ADDRESS, TRUE_SCRIPT } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

/** What the RPC shows of the whole node. */
const QUESTIONS: [method: string, ...params: unknown[]][] = [
  ['getblockchaininfo'],
  ['getchaintips'],
  ['getchaintxstats'],
  ['gettxoutsetinfo', 'muhash'],
  ['getmininginfo'],
  ['getmempoolinfo'],
  ['getrawmempool', false, true],
  ['getrawmempool', true],
  ['getprioritisedtransactions'],
  ['getblocktemplate', { rules: ['segwit'] }],
  ['listwallets'],
];
const OF_WALLETS: [method: string, ...params: unknown[]][] = [
  ['getbalances'],
  ['getwalletinfo'],
  ['listunspent', 0],
  ['listtransactions', '*', 100],
  ['listlabels'],
  ['listlockunspent'],
  ['listdescriptors'],
  ['getnewaddress'],
];

async function ask({ post }: RpcNode, wallet: string, method: string, ...params: unknown[]): Promise<unknown> {
  const { text } = await post({ id: 1, method, params }, { path: `/wallet/${wallet}` });
  const { result, error } = JSON.parse(text);
  if (error !== null) throw new Error(JSON.stringify(error));
  return result;
}

async function allAnswers(node: RpcNode): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [method, ...params] of QUESTIONS) answers.push([method, await node.call(method, ...params)]);
  return answers;
}

/** Makes a chain with branches, a mempool with dependent transactions, and wallets. */
async function build(node: RpcNode): Promise<void> {
  const { call } = node;
  await call('createwallet', 'plain');
  await call('createwallet', 'locked', false, false, 'secret');
  await call('createwallet', 'unloaded');
  await call('generatetoaddress', 101, TRUE_ADDRESS);
  const address = (await ask(node, 'plain', 'getnewaddress', 'savings')) as string;
  await call('generatetoaddress', 101, address);
  const coinbase = (await call('getblock', await call('getblockhash', 1))).tx[0];
  const first = await call('sendrawtransaction', rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 50n * COIN - 1_000n }] }));
  await call('generatetoaddress', 1, TRUE_ADDRESS);
  // A branch that was left, another one that lost, and an invalid block.
  const left = await call('getblockhash', 203);
  await call('invalidateblock', left);
  await call('generatetoaddress', 3, TRUE_ADDRESS);
  await call('reconsiderblock', left);
  const tip = await call('getbestblockhash');
  await call('generatetoaddress', 1, TRUE_ADDRESS);
  await call('invalidateblock', await call('getbestblockhash'));
  await call('preciousblock', tip);
  // The mempool: a payment of a wallet, a chain of two, and deltas of one that is there and one that is not.
  await ask(node, 'plain', 'sendtoaddress', (await ask(node, 'locked', 'getnewaddress')) as string, 1.5);
  const second = await call('sendrawtransaction', rawTx({ inputs: [{ txid: first }], outputs: [{ value: 50n * COIN - 3_000n }] }));
  await call('prioritisetransaction', second, 0, -500);
  await call('prioritisetransaction', 'ab'.repeat(32), 0, 700);
  const [coin] = (await ask(node, 'plain', 'listunspent')) as { txid: string; vout: number }[];
  await ask(node, 'plain', 'lockunspent', false, [{ txid: coin?.txid, vout: coin?.vout }]);
  await call('unloadwallet', 'unloaded');
}

type Wallet = { descriptors: object[]; cache?: unknown };

/** Changes the first wallet of a state: a text, with its length before it. */
function withWallet(bytes: Uint8Array, change: (wallet: Wallet) => unknown): Uint8Array {
  const state = Buffer.from(bytes);
  const begin = state.indexOf('{"format":"wallet');
  // All bytes of the length but the last have the highest bit set; the number before it is below 128.
  let start = begin - 1;
  while ((state[start - 1] ?? 0) >= 0x80) start--;
  const reader = new ByteReader(state.subarray(start));
  const json = reader.text();
  const wallet: Wallet = JSON.parse(json);
  change(wallet);
  const after = new ByteWriter();
  after.text(JSON.stringify(wallet));
  return Buffer.concat([state.subarray(0, start), after.finish(), state.subarray(state.length - reader.remaining)]);
}

describe('a state as bytes', () => {
  let made: RpcNode;
  let bytes: Uint8Array;

  beforeAll(async () => {
    made = await startRpcNode();
    await build(made);
    bytes = await made.node.dump(made.node.snapshot());
    return () => made.node.close();
  });

  async function startLoaded(): Promise<RpcNode> {
    const loaded = await startRpcNode();
    loaded.node.restore(await loaded.node.load(bytes));
    return loaded;
  }

  test('behavior: equal bytes after a load', async () => {
    await using loaded = await startLoaded();
    expect(Buffer.compare(await loaded.node.dump(loaded.node.snapshot()), bytes)).toBe(0);
  });

  test('behavior: answers and wallets are those of the node that was dumped, and it continues as that one', {
    timeout: 60_000,
  }, async () => {
    await using loaded = await startLoaded();
    expect(await allAnswers(loaded)).toEqual(await allAnswers(made));
    const stale = (await made.call('getchaintips')).find(({ status }: { status: string }) => status === 'valid-fork');
    for (let at: string = stale.hash, depth = 0; depth < 2; depth++) {
      const block = await made.call('getblock', at, 3);
      expect(await loaded.call('getblock', at, 3)).toEqual(block);
      at = block.previousblockhash;
    }
    const before = made.node.snapshot();
    for (const wallet of ['plain', 'locked']) {
      for (const [method, ...params] of OF_WALLETS) {
        expect(await ask(loaded, wallet, method, ...params), `${wallet} ${method}`).toEqual(await ask(made, wallet, method, ...params));
      }
    }
    await expect(ask(loaded, 'locked', 'sendtoaddress', TRUE_ADDRESS, 0.1)).rejects.toThrow('-13');
    for (const node of [loaded, made]) {
      await node.call('loadwallet', 'unloaded');
      await ask(node, 'locked', 'walletpassphrase', 'secret', 100);
    }
    expect(loaded.node.mine(100, TRUE_SCRIPT)).toEqual(made.node.mine(100, TRUE_SCRIPT));
    expect(await allAnswers(loaded)).toEqual(await allAnswers(made));
    // Back across blocks of the file.
    for (const { call } of [loaded, made]) await call('invalidateblock', await call('getblockhash', 150));
    expect(await loaded.call('gettxoutsetinfo', 'muhash')).toEqual(await made.call('gettxoutsetinfo', 'muhash'));
    expect(await loaded.call('getrawmempool', true)).toEqual(await made.call('getrawmempool', true));
    made.node.restore(before);
  });

  test('behavior: a set time and the time of the next block are part of it', async () => {
    await using one = await startRpcNode();
    await using two = await startRpcNode();
    one.node.mine(3, TRUE_SCRIPT);
    one.node.setNextBlockTime(1_900_000_000);
    two.node.restore(await two.node.load(await one.node.dump(one.node.snapshot())));
    expect(two.node.mine(2, TRUE_SCRIPT)).toEqual(one.node.mine(2, TRUE_SCRIPT));
    expect(two.node.header(4).time).toBe(1_900_000_000);
    await one.call('setmocktime', 1_950_000_000);
    two.node.restore(await two.node.load(await one.node.dump(one.node.snapshot())));
    expect(two.node.mine(2, TRUE_SCRIPT)).toEqual(one.node.mine(2, TRUE_SCRIPT));
  });

  test('behavior: a snapshot from before a load can be restored', async () => {
    await using node = await startRpcNode();
    node.node.mine(5, TRUE_SCRIPT);
    const own = node.node.snapshot();
    const before = await allAnswers(node);
    node.node.restore(await node.node.load(bytes));
    expect(node.node.tip()).toEqual(made.node.tip());
    node.node.restore(own);
    expect(await allAnswers(node)).toEqual(before);
  });

  test.each([
    [
      'descriptors[0].end',
      (wallet: Wallet) => Object.assign(wallet.descriptors[0] ?? {}, { end: 1_000_000_000 }),
      'a range of at most 2000000',
    ],
    ['descriptors[1].end', (wallet: Wallet) => Object.assign(wallet.descriptors[1] ?? {}, { end: 2 ** 40 }), 'a whole number from -1'],
    ['descriptors[2].next', (wallet: Wallet) => Object.assign(wallet.descriptors[2] ?? {}, { next: 3_000_000 }), 'an index of the range'],
    ['descriptors[3].begin', (wallet: Wallet) => Object.assign(wallet.descriptors[3] ?? {}, { begin: -1 }), 'a whole number from 0'],
    ['cache', (wallet: Wallet) => delete wallet.cache, 'an object, received nothing'],
    ['birth', (wallet: Wallet) => Object.assign(wallet, { birth: 1e12 }), 'a whole number from 0'],
  ] as const)('error: a number of a wallet is a limit, and not a loop: %s', async (place, change, message) => {
    await using other = await startRpcNode();
    const changed = withWallet(bytes, change);
    await expect(other.node.load(changed)).rejects.toThrow(`wallets[0].${place}: expected ${message}`);
    expect(await other.call('listwallets')).toEqual([]);
  });

  test('error: bytes that no node dumped', async () => {
    await expect(made.node.load(bytes.subarray(0, bytes.length - 1))).rejects.toThrow(FormatError);
  });
});
