import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/start/bitcoin-node.js';
import { ADDRESS, type Call, caller, newFolder } from './kit.js';

const createWallet = ['createwallet'] as const;
/** Arguments of `createwallet` for a watch-only wallet that loads at the start. */
const WATCHING = [true, true, '', false, true, true] as const;

describe('names', () => {
  test('every name has a file of its own below the folder, and returns', async () => {
    const folder = await newFolder();
    const names = ['', '.', '..', 'wallet.json', 'a/b', '../c', '100%', 'ü'.repeat(100), 'ü'.repeat(127), 'x'.repeat(255)];
    const first = createBitcoinNode();
    await first.keep(path.join(folder, 'node'));
    const call = await caller(first);
    for (const name of names) await call(...createWallet, name, ...WATCHING);
    await first.close();
    expect(await readdir(folder)).toEqual(['node']);
    expect((await readdir(path.join(folder, 'node'))).toSorted()).toEqual(
      ['banlist.json', 'blocks', 'mempool.dat', 'settings.json', 'wallets'].toSorted(),
    );

    await using second = createBitcoinNode();
    await second.keep(path.join(folder, 'node'));
    expect((await (await caller(second))('listwallets')).toSorted()).toEqual(names.toSorted());
  });

  test('a wallet is not created where there is one already, nor where the system refuses it', async () => {
    const folder = await newFolder();
    await using node = createBitcoinNode();
    await node.keep(folder);
    const call = await caller(node);
    await mkdir(path.join(folder, 'wallets', 'foreign'));
    await writeFile(path.join(folder, 'wallets', 'foreign', 'wallet.json'), 'something');
    await expect(call(...createWallet, 'foreign', true)).rejects.toThrow(
      "-4 Wallet file verification failed. Failed to create database path 'foreign'. Database already exists.",
    );
    await writeFile(path.join(folder, 'wallets', 'file'), '');
    await expect(call(...createWallet, 'file', true)).rejects.toThrow(/-4 .*Database already exists/);
    await expect(call(...createWallet, 'x'.repeat(256), true)).rejects.toThrow(/-1 filesystem error: .*File name too long/);
    expect(await call('listwallets')).toEqual([]);
  });

  test('a folder that its owner copied is a wallet with the name of the folder', async () => {
    const folder = await newFolder();
    const first = createBitcoinNode();
    await first.keep(folder);
    await (await caller(first))(...createWallet, 'original', ...WATCHING);
    await first.close();
    await mkdir(path.join(folder, 'wallets', 'the%20copy'));
    const file = await readFile(path.join(folder, 'wallets', 'original', 'wallet.json'));
    await writeFile(path.join(folder, 'wallets', 'the%20copy', 'wallet.json'), file);
    await using second = createBitcoinNode();
    await second.keep(folder);
    const { wallets } = await (await caller(second))('listwalletdir');
    expect(wallets.map(({ name }: { name: string }) => name).toSorted()).toEqual(['original', 'the copy']);
  });
});

describe('failures', () => {
  test('a wallet that cannot be saved loses neither other wallets nor the mempool', async () => {
    const folder = await newFolder();
    const first = createBitcoinNode({ keypool: 2 });
    await first.keep(folder);
    const call = await caller(first, 'w');
    for (const name of ['w', 'broken', 'after']) await call(...createWallet, name, false, false, '', false, true, true);
    await call('generatetoaddress', 101, await call('getnewaddress'));
    const txid = await call('sendtoaddress', ADDRESS, 1);
    // Its file cannot be written where there is a folder.
    await mkdir(path.join(folder, 'wallets', 'broken', 'wallet.json'), { recursive: true });
    await expect(first.close()).rejects.toThrow(/EISDIR/);

    await using second = createBitcoinNode({ keypool: 2 });
    await second.keep(folder);
    const again = await caller(second, 'w');
    expect([(await again('listwallets')).toSorted(), await again('getrawmempool')]).toEqual([['after', 'w'], [txid]]);
    expect(second.tip().height).toBe(101);
  });

  test('a file that is no wallet is left alone', async () => {
    const folder = await newFolder();
    const file = path.join(folder, 'wallets', '100%', 'wallet.json');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '{}');
    const node = createBitcoinNode();
    await node.keep(folder);
    expect(await (await caller(node))('listwalletdir')).toEqual({ wallets: [] });
    await node.close();
    expect(await readFile(file, 'utf8')).toBe('{}');
  });
});

describe('what a start restores', () => {
  test.each(['with', 'without'])('keys, coins and payments are the same %s the cache of the file', async (cache) => {
    const folder = await newFolder();
    const first = createBitcoinNode({ keypool: 5 });
    await first.keep(folder);
    const call = await caller(first, 'w');
    await call(...createWallet, 'w', false, false, '', false, true, true);
    const [own, unused] = [await call('getnewaddress', 'own', 'bech32'), await call('getnewaddress', '', 'legacy')];
    await call('generatetoaddress', 101, own);
    await call('sendtoaddress', ADDRESS, 1);
    await call('generatetoaddress', 1, ADDRESS);
    const pending = await call('sendtoaddress', ADDRESS, 2);
    const view = async (call: Call) => ({
      balances: await call('getbalances'),
      coins: await call('listunspent', 0),
      history: await call('listtransactions'),
      payment: await call('gettransaction', pending),
      next: (await call('listdescriptors')).descriptors.map(({ next }: { next: number }) => next),
      info: await call('getaddressinfo', unused),
    });
    const expected = await view(call);
    await first.close();

    const file = path.join(folder, 'wallets', 'w', 'wallet.json');
    if (cache === 'without') {
      const { cache: _, ...rest } = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify(rest));
    }
    await using second = createBitcoinNode({ keypool: 5 });
    await second.keep(folder);
    const again = await caller(second, 'w');
    expect(await view(again)).toEqual(expected);
    // What comes after the start is noticed.
    await again('generatetoaddress', 1, unused);
    expect(await again('listunspent', 0, 9_999_999, [unused], true, { include_immature_coinbase: true })).toHaveLength(1);
  });

  test('what happened while a wallet was not loaded is read with the next load', async () => {
    const folder = await newFolder();
    const first = createBitcoinNode({ keypool: 2 });
    await first.keep(folder);
    const call = await caller(first);
    await call(...createWallet, 'w', false, false, '', false, true, false);
    const own = await call('getnewaddress');
    await call('unloadwallet', 'w');
    await call('generatetoaddress', 101, own);
    await first.close();
    await using second = createBitcoinNode({ keypool: 2 });
    await second.keep(folder);
    const again = await caller(second);
    await again('loadwallet', 'w');
    expect(await again('getbalance')).toBe(50);
  });
});
