import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { bitcoinRpc, differences } from './kept-state.js';

const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;

test('error: two networks cannot use a file at once', async () => {
  await using folder = await temporaryFolder('journal');
  const file = path.join(folder.path, 'net.state');
  await using devnet = await bootDevnet({ state: file });
  await expect(bootDevnet({ state: file })).rejects.toMatchObject({
    code: 'BUSY',
    message: expect.stringContaining('net.state is in use'),
  });
  await devnet.close();
  await (await bootDevnet({ state: file })).close();
  expect(await readdir(folder.path)).toEqual(['net.state']);
});

test('error: a start that fails leaves the file as it is, and lets others use it', async () => {
  await using folder = await temporaryFolder('journal');
  const file = path.join(folder.path, 'net.state');
  await (await bootDevnet({ state: file, epoch: '3.4' })).close();
  const bytes = await readFile(file);
  await expect(bootDevnet({ state: file, epoch: '4.0' })).rejects.toThrow('The state is of another network');
  expect((await readFile(file)).equals(bytes)).toBe(true);
  expect(await readdir(folder.path)).toEqual(['net.state']);
});

test('behavior: the end of a journal that is not whole is left out, and said', { timeout: 30_000 }, async () => {
  await using folder = await temporaryFolder('journal');
  const [file, killed] = [path.join(folder.path, 'net.state'), path.join(folder.path, 'killed.state')];
  const devnet = await bootDevnet({ state: file, mining: MANUAL });
  await expect.poll(() => differences(devnet, file).catch(String)).toEqual([]);
  await devnet.bitcoin.mine();
  await expect.poll(() => differences(devnet, file)).toEqual([]);
  const [before, bytes] = [await devnet.status(), await readFile(file)];
  await devnet.bitcoin.mine();
  await expect.poll(() => differences(devnet, file)).toEqual([]);
  const torn = (await readFile(file)).subarray(0, bytes.length + 100);
  await expect(devnet.loadState(torn)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('its last 100 bytes are no whole record of its journal'),
  });
  await devnet.loadState(bytes);
  expect((await devnet.status()).bitcoin).toEqual(before.bitcoin);
  await devnet.close();

  await writeFile(killed, torn);
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  const said = `${killed}: its last 100 bytes are left out: the network was killed while it wrote them`;
  await using loaded = await bootDevnet({ loadState: killed, onWarning });
  expect((await loaded.status()).bitcoin).toMatchObject({ hash: before.bitcoin.hash });
  expect(warnings).toEqual([said]);
  expect((await readFile(killed)).equals(torn)).toBe(true);
  await using later = await bootDevnet({ state: killed, onWarning });
  expect((await later.status()).bitcoin).toMatchObject({ hash: before.bitcoin.hash });
  expect(warnings).toEqual([said, said]);
  await expect.poll(async () => (await readFile(killed)).equals(bytes)).toBe(true);
});

test.each(['format-3', 'format-3-journal-1'])('behavior: a file of an earlier version loads: %s', { timeout: 30_000 }, async (name) => {
  await using folder = await temporaryFolder('journal');
  const file = path.join(folder.path, 'net.state');
  const kept = path.join(import.meta.dirname, `../../../fixtures/state-files/${name}.state.gz`);
  await writeFile(file, gunzipSync(await readFile(kept)));
  await using devnet = await bootDevnet({ state: file });
  expect(await devnet.contract('counter').read('get-total')).toBe(7n);
  expect(await bitcoinRpc(devnet, 'listwallets')).toEqual(['savings']);
  await devnet.bitcoin.mine();
  expect((await devnet.status()).bitcoin.height).toBe(147);
  await expect.poll(() => differences(devnet, file), { timeout: 10_000 }).toEqual([]);
});
