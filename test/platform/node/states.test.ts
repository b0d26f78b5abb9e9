import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openState } from '#dist/platform/node/states.js';
import { temporaryFolder } from '../../disposable-folder.js';

const run = promisify(execFile);
const bytes = (text: string) => Buffer.from(text);

test('default: bytes are added, cut off, and replaced', async () => {
  await using folder = await temporaryFolder('states');
  const file = path.join(folder.path, 'deep', 'a.state');
  const store = await openState(file);
  expect(await store.read()).toBeUndefined();
  await (await store.prepare(bytes('state '))).put(bytes('and more'));
  await store.append(bytes(', then this'));
  expect(await readFile(file, 'utf8')).toBe('state and more, then this');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await store.cut(5);
  await store.append(bytes('!'));
  expect(String(await store.read())).toBe('state!');
  const prepared = await store.prepare(bytes('other'));
  await store.append(bytes('?'));
  expect(await readFile(file, 'utf8')).toBe('state!?');
  await prepared.discard();
  expect((await readdir(path.dirname(file))).sort()).toEqual(['a.state', 'a.state.lock']);
  await store.close();
  await store.close();
  expect(await readdir(path.dirname(file))).toEqual(['a.state']);
});

test('behavior: what a process that was killed left of a new state is removed', async () => {
  await using folder = await temporaryFolder('states');
  const file = path.join(folder.path, 'a.state');
  await writeFile(file, 'state');
  await writeFile(`${file}.new`, 'half of a st');
  const store = await openState(file);
  expect(String(await store.read())).toBe('state');
  expect((await readdir(folder.path)).sort()).toEqual(['a.state', 'a.state.lock']);
  await store.close();
});

test('error: a file that another one uses', async () => {
  await using folder = await temporaryFolder('states');
  const file = path.join(folder.path, 'a.state');
  const store = await openState(file);
  await expect(openState(file)).rejects.toMatchObject({
    code: 'BUSY',
    message: `${file} is in use by another network of this process. Stop it, or use another file.`,
  });
  await store.close();
  await (await openState(file)).close();
});

test('behavior: after an error the file is as it was before, and may be written again', async (context) => {
  await using folder = await temporaryFolder('states');
  const disk = path.join(folder.path, 'disk');
  await mkdir(disk);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).catch(() => context.skip('only root may mount a small disk'));
  try {
    const file = path.join(disk, 'a.state');
    const store = await openState(file);
    await (await store.prepare(bytes('state'))).put(bytes(''));
    const other = path.join(disk, 'other');
    await writeFile(other, Buffer.alloc(40_000));
    // A part of it fits.
    await expect(store.append(Buffer.alloc(30_000, 'x'))).rejects.toThrow('ENOSPC');
    expect(await readFile(file, 'utf8')).toBe('state');
    await expect(store.prepare(Buffer.alloc(30_000))).rejects.toThrow('ENOSPC');
    await expect(access(`${file}.new`)).rejects.toThrow('ENOENT');
    await store.append(bytes(' and more'));
    await rm(other);
    await store.append(Buffer.alloc(30_000, 'x'));
    expect(await readFile(file, 'utf8')).toMatch(/^state and morex{30000}$/);
    await store.close();
  } finally {
    await run('umount', [disk]);
  }
});
