import { cp, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { once } from '#dist/base/async.js';
import { createBitcoinNode } from '#dist/start/bitcoin-node.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { ADDRESS, type Call, caller, newFolder } from './kit.js';

test('default: a folder keeps chain, invalid blocks, wallets, mempool and bans', async () => {
  const folder = await newFolder();
  const first = createBitcoinNode({ keypool: 2 });
  await first.keep(folder);
  const before = await caller(first);
  await before('createwallet', 'kept', false, false, '', false, true, true);
  const own = await before('getnewaddress', 'savings');
  await before('generatetoaddress', 102, own);
  const [stale] = await before('generatetoaddress', 1, own);
  await before('invalidateblock', stale);
  const txid = await before('sendtoaddress', ADDRESS, 1);
  await before('setban', '10.1.2.3/8', 'add', 1000);
  const [tip, balance] = [first.tip(), await before('getbalance')];
  await first.close();

  await using second = createBitcoinNode({ keypool: 2 });
  await second.keep(folder);
  const after = await caller(second);
  expect(second.tip()).toEqual(tip);
  expect(await after('getrawmempool')).toEqual([txid]);
  expect(await after('listwallets')).toEqual(['kept']);
  expect(await after('getbalance')).toBe(balance);
  expect((await after('getaddressinfo', own)).labels).toEqual(['savings']);
  expect((await after('listbanned')).map(({ address }: { address: string }) => address)).toEqual(['10.0.0.0/8']);
  expect((await after('getchaintips')).find(({ hash }: { hash: string }) => hash === stale)?.status).toBe('invalid');
});

test('error: a folder that another node uses', async () => {
  const folder = await newFolder();
  const [first, second] = [createBitcoinNode(), createBitcoinNode()];
  await first.keep(folder);
  first.mine(1, ADDRESS);
  await expect(second.keep(folder)).rejects.toMatchObject({
    code: 'BUSY',
    message: `${folder} is in use by another Bitcoin node of this process. Stop it, or use another folder.`,
  });
  // What did not get the folder writes nothing there.
  await second.close();
  await first.close();
  await using third = createBitcoinNode();
  await third.keep(folder);
  expect(third.tip().height).toBe(1);
});

test('behavior: without persistmempool a folder keeps no transactions, but savemempool and importmempool exchange them', async () => {
  const folder = await newFolder();
  await using node = createBitcoinNode({ persistmempool: false, keypool: 2 });
  await node.keep(folder);
  const call = await caller(node);
  await call('createwallet', 'w');
  await call('generatetoaddress', 101, await call('getnewaddress'));
  const txid = await call('sendtoaddress', ADDRESS, 1);
  const { filename } = await call('savemempool');
  await node.close();
  await using again = createBitcoinNode({ persistmempool: false });
  await again.keep(folder);
  const callAgain = await caller(again);
  expect(await callAgain('getrawmempool')).toEqual([]);
  expect(await callAgain('importmempool', filename)).toEqual({});
  expect(await callAgain('getrawmempool')).toEqual([txid]);
  await expect(callAgain('importmempool', path.join(folder, 'missing'))).rejects.toThrow('-1 Unable to import mempool file');
});

test('behavior: the blocks have the form of bitcoind', async () => {
  const folder = await newFolder();
  const node = createBitcoinNode();
  await node.keep(folder);
  node.mine(1, ADDRESS);
  await node.close();
  const file = await readFile(path.join(folder, 'blocks', 'blk00000.dat'));
  expect(file.subarray(0, 4).toString('hex')).toBe('fabfb5da');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
});

test('behavior: the wallet without a name is loaded at the start until a client chooses', async () => {
  const folder = await newFolder();
  const loaded = async (work: (call: Call) => Promise<unknown>) => {
    await using node = createBitcoinNode({ keypool: 2 });
    await node.keep(folder);
    const call = await caller(node);
    const names = await call('listwallets');
    await work(call);
    return names;
  };
  expect(await loaded((call) => call('createwallet', ''))).toEqual([]);
  expect(await loaded((call) => call('createwallet', 'other', false, false, '', false, true, true))).toEqual(['']);
  expect((await loaded((call) => call('unloadwallet', '', false))).toSorted()).toEqual(['', 'other']);
  expect(await loaded(async () => {})).toEqual(['other']);
});

test.skipIf(process.platform === 'win32')('behavior: only the owner may read what a folder keeps', async () => {
  const folder = path.join(await newFolder(), 'state');
  const node = createBitcoinNode({ keypool: 2 });
  await node.keep(folder);
  await (await caller(node))('createwallet', 'kept');
  await node.close();
  const modes = ['.', 'blocks', 'wallets', 'wallets/kept', 'blocks/blk00000.dat'].map(
    async (name) => (await stat(path.join(folder, name))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o700, 0o700, 0o600]);
});

const longChain = once(async () => {
  const folder = await temporaryFolder('long-chain');
  const node = createBitcoinNode();
  await node.keep(folder.path);
  node.mine(1200, ADDRESS);
  await node.close();
  return folder;
});
afterAll(async () => (await longChain())[Symbol.asyncDispose]());

/** Returns a folder of its own with a chain of 1,200 blocks, which a node loads for a while. */
async function folderOfLongChain(): Promise<string> {
  const folder = await newFolder();
  await cp((await longChain()).path, folder, { recursive: true });
  return folder;
}

test('behavior: a node that listens while it loads its folder answers every call with −28', async () => {
  const folder = await folderOfLongChain();
  await using second = createBitcoinNode({ rest: true });
  const call = await caller(second);
  const loading = second.keep(folder);
  await expect(call('getblockcount')).rejects.toThrow(/^-28 Loading (banlist|block index)…$/);
  await expect(call('nope')).rejects.toThrow(/^-28 /);
  await loading;
  expect(await call('getblockcount')).toBe(1200);
});

test('behavior: REST and Esplora are not available while a node loads its folder', async () => {
  const folder = await folderOfLongChain();
  await using second = createBitcoinNode({ rest: true });
  const { url } = await second.listen();
  const loading = second.keep(folder);
  for (const route of ['/rest/chaininfo.json', '/blocks/tip/height']) {
    const response = await fetch(`${url}${route}`);
    expect([response.status, await response.text()]).toEqual([503, expect.stringMatching(/^Service temporarily unavailable: Loading /)]);
  }
  await loading;
  expect(await (await fetch(`${url}/blocks/tip/height`)).text()).toBe('1200');
});

test('behavior: a node that is closed while it loads stops, and leaves its folder as it was', async () => {
  const folder = await folderOfLongChain();
  const file = path.join(folder, 'blocks', 'blk00000.dat');
  const before = await readFile(file);
  const second = createBitcoinNode();
  const loading = second.keep(folder);
  await second.close();
  await expect(loading).rejects.toThrow('the node was closed while it loaded its folder');
  expect((await readFile(file)).equals(before)).toBe(true);
  expect(await readdir(folder)).not.toContain('.lock');
});

test('behavior: everyone who closes a node waits until its folder is saved', async () => {
  const folder = await newFolder();
  const node = createBitcoinNode();
  await node.keep(folder);
  node.mine(1, ADDRESS);
  void node.close();
  await node.close();
  expect((await stat(path.join(folder, 'mempool.dat'))).size).toBeGreaterThan(0);
});
