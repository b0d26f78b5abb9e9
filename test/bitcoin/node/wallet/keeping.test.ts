import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TRUE_ADDRESS } from '../harness.js';
import { funded, on } from './kit.js';

describe('passphrases', () => {
  test('an encrypted wallet signs only after its passphrase, also after a snapshot', async () => {
    await using rpc = await funded();
    expect(await rpc.call('encryptwallet', 'secret')).toMatch(/^wallet encrypted/);
    const locked = rpc.node.snapshot();
    expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toMatchObject({ code: -13 });
    expect((await rpc.call('send', { [TRUE_ADDRESS]: 1 })).complete).toBe(false);
    expect(await rpc.failure('walletpassphrase', 'wrong', 60)).toMatchObject({ code: -14 });
    await rpc.call('walletpassphrase', 'secret', 600);
    await rpc.call('sendtoaddress', TRUE_ADDRESS, 1);
    expect((await rpc.call('getwalletinfo')).unlocked_until).toBeGreaterThan(0);
    rpc.node.restore(locked);
    expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toMatchObject({ code: -13 });
    await rpc.call('walletpassphrasechange', 'secret', 'other');
    await rpc.call('walletpassphrase', 'other', 600);
    await rpc.call('walletlock');
    expect((await rpc.call('getwalletinfo')).unlocked_until).toBe(0);
    await rpc.call('walletpassphrase', 'other', 0);
    expect(await rpc.failure('sendtoaddress', TRUE_ADDRESS, 1)).toMatchObject({ code: -13 });
  });

  test('createwallet encrypts', async () => {
    await using rpc = await funded();
    await rpc.call('createwallet', 'p', false, false, 'secret');
    expect((await on(rpc, 'p', 'getwalletinfo')).result.unlocked_until).toBe(0);
    expect((await on(rpc, 'p', 'encryptwallet', 'x')).error.code).toBe(-15);
    expect((await on(rpc, 'w', 'walletlock')).error.code).toBe(-15);
  });
});

describe('backups', () => {
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-backup-'));
    folders.push(folder);
    return folder;
  };
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

  test('a restored wallet has the keys, labels and later payments', async () => {
    const folder = await newFolder();
    await using rpc = await funded('w', { files: [folder] });
    const address = await rpc.call('getnewaddress', 'shop');
    await rpc.call('backupwallet', folder);
    await rpc.call('sendtoaddress', address, 1);
    await rpc.call('generatetoaddress', 1, TRUE_ADDRESS);
    expect(await rpc.call('restorewallet', 'again', path.join(folder, 'w.json'))).toEqual({ name: 'again' });
    const [before, after] = [await on(rpc, 'w', 'getbalances'), await on(rpc, 'again', 'getbalances')];
    expect(after.result).toEqual(before.result);
    expect((await on(rpc, 'again', 'getreceivedbylabel', 'shop')).result).toBe(1);
    expect((await on(rpc, 'again', 'sendtoaddress', TRUE_ADDRESS, 2)).error).toBeNull();
    expect(await rpc.failure('restorewallet', 'again', path.join(folder, 'w.json'))).toMatchObject({ code: -36 });
  });

  test('another file is neither replaced nor restored', async () => {
    const folder = await newFolder();
    const file = path.join(folder, 'notes.txt');
    await writeFile(file, 'notes');
    await using rpc = await funded('w', { files: [folder] });
    expect(await rpc.failure('backupwallet', file)).toEqual({ code: -4, message: 'Error: Wallet backup failed!' });
    expect(await readFile(file, 'utf8')).toBe('notes');
    expect(await rpc.failure('restorewallet', 'n', file)).toMatchObject({ code: -4, message: expect.stringMatching(/not a backup/) });
    expect(await rpc.failure('restorewallet', 'n', `${file}.gone`)).toEqual({ code: -8, message: 'Backup file does not exist' });
  });
});

describe('folders for files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'wallet-files-'));
    await mkdir(path.join(folder, 'named'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('error: without one, callers name no files', async () => {
    await using rpc = await funded();
    for (const [method, ...params] of [
      ['backupwallet', path.join(folder, 'w.json')],
      ['restorewallet', 'n', path.join(folder, 'w.json')],
      ['importmempool', path.join(folder, 'mempool.dat')],
    ] as const) {
      expect(await rpc.failure(method, ...params)).toEqual({
        code: -8,
        message: expect.stringContaining('has no folder for files. Name one'),
      });
    }
    expect(await readdir(folder)).toEqual(['named']);
  });

  test('error: a file outside of them, also by a link or dots', async () => {
    const named = path.join(folder, 'named');
    await symlink(folder, path.join(named, 'out'));
    await symlink(path.join(folder, 'x.json'), path.join(named, 'x.json'));
    await using rpc = await funded('w', { files: [named] });
    for (const file of [
      path.join(folder, 'x.json'),
      '../x.json',
      'out/x.json',
      `${named}/../x.json`,
      `${named}-x.json`,
      '/dev/zero',
      '\0',
      'x'.repeat(5_000),
    ]) {
      expect(await rpc.failure('backupwallet', file)).toMatchObject({ code: -8 });
      expect(await rpc.failure('restorewallet', 'n', file)).toMatchObject({ code: -8 });
    }
    expect(await rpc.failure('backupwallet', 'x.json')).toMatchObject({ code: -4 });
    expect((await readdir(folder)).toSorted()).toEqual(['named']);
  });

  test('behavior: a relative path starts at the first one; the folder of the node is one, too', async () => {
    const named = path.join(folder, 'named');
    await using rpc = await funded('w', { files: [named] });
    await rpc.call('backupwallet', 'sub.json');
    await rpc.node.keep(path.join(folder, 'kept'));
    await rpc.call('backupwallet', path.join(folder, 'kept', 'w.json'));
    expect(await readdir(named)).toEqual(['sub.json']);
    expect(await readdir(path.join(folder, 'kept'))).toContain('w.json');
  });
});

describe('keys', () => {
  test('a new descriptor of the seed gives addresses', async () => {
    await using rpc = await funded();
    await rpc.call('createwallet', 'b', false, true);
    const [{ xprv }] = (await on(rpc, 'w', 'gethdkeys', { private: true })).result;
    const { descriptors } = (await on(rpc, 'w', 'listdescriptors', true)).result;
    const legacy = descriptors.filter(({ desc }: { desc: string }) => desc.startsWith('pkh('));
    await on(rpc, 'b', 'importdescriptors', legacy);
    expect((await on(rpc, 'b', 'getnewaddress', '', 'bech32')).error.code).toBe(-12);
    expect((await on(rpc, 'b', 'createwalletdescriptor', 'bech32')).result.descs).toHaveLength(2);
    expect((await on(rpc, 'b', 'gethdkeys', { private: true })).result[0].xprv).toBe(xprv);
    const address = (await on(rpc, 'b', 'getnewaddress', '', 'bech32')).result;
    expect((await on(rpc, 'w', 'getaddressinfo', address)).result.ismine).toBe(true);
  });

  test('signmessage signs for P2PKH', async () => {
    await using rpc = await funded();
    const address = await rpc.call('getnewaddress', '', 'legacy');
    expect(await rpc.call('verifymessage', address, await rpc.call('signmessage', address, 'hello'), 'hello')).toBe(true);
  });

  test('a multipath descriptor is listed and restored as its branches', async () => {
    await using rpc = await funded();
    const [{ xprv }] = await rpc.call('gethdkeys', { private: true });
    await rpc.call('createwallet', 'm', false, true);
    const { checksum } = await rpc.call('getdescriptorinfo', `wpkh(${xprv}/7h/<0;1>/*)`);
    const desc = `wpkh(${xprv}/7h/<0;1>/*)#${checksum}`;
    expect((await on(rpc, 'm', 'importdescriptors', [{ desc, active: true, range: [0, 5], timestamp: 0 }])).result).toEqual([
      { success: true },
    ]);
    const { descriptors } = (await on(rpc, 'm', 'listdescriptors', true)).result;
    expect(descriptors.map((each: { desc: string }) => /\/7h\/(\d)\/\*/.exec(each.desc)?.[1]).sort()).toEqual(['0', '1']);
  });
});
