import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ImageCache, loadImage, pruneImages, removeUnfinishedImages, saveImage } from '#dist/node/stacks/vm/image/image-cache.js';
import type { StoredImage } from '#dist/node/stacks/vm/image/image-file.js';
import { Page } from '#dist/node/stacks/vm/image/page.js';
import { Broken } from '#dist/node/stacks/vm/machine/broken.js';
import { startVm } from '#dist/node/stacks/vm/vm.js';
import { temporaryFolder } from '../../../../disposable-folder.js';
import { balance, DEPLOYER, FUNDS, GENESIS } from '../support.js';

const PAGE = 65_536;
/** Pages of a large image are read from the file when they are needed. */
const LARGE = 520;
const image = imageOf(130);

function imageOf(pages: number): StoredImage {
  return {
    pages: Array.from({ length: pages }, (_, page) => new Page(new Uint8Array(PAGE).map((_, i) => (page + i) % 251))),
    table: [0, null, true, false, 1, 'name'],
    pointer: 1234,
  };
}

function contents({ pages }: Pick<StoredImage, 'pages'> = { pages: [] }): Buffer {
  return Buffer.concat(pages.map(({ bytes }) => Buffer.from(bytes)));
}

function cacheIn(dir: string, { key = Buffer.alloc(32, 1), writer = '0123-4567' } = {}): ImageCache {
  const folder = path.join(dir, 'clarity-vm');
  const name = key.toString('hex');
  return { key, folder, file: path.join(folder, `${name}.image`), temporary: path.join(folder, `${name}.${writer}.tmp`) };
}

/** Boots, checks the VM, and closes after an image is in the folder or a warning explains why not. */
async function bootOnce(dir: string): Promise<string[]> {
  const warnings: string[] = [];
  const vm = await startVm({ ...GENESIS, cache: { dir, enabled: true }, onWarning: (message) => warnings.push(message) });
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS);
  await expect.poll(async () => warnings.length > 0 || (await hasImage(dir))).toBe(true);
  await vm.close();
  return warnings;
}

async function hasImage(dir: string): Promise<boolean> {
  return (await readdir(path.join(dir, 'clarity-vm')).catch(() => [])).some((name) => name.endsWith('.image'));
}

test('default: two that boot at once leave one image, and the next one uses it', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  expect(await Promise.all([bootOnce(folder.path), bootOnce(folder.path)])).toEqual([[], []]);
  const clarity = path.join(folder.path, 'clarity-vm');
  const names = await readdir(clarity);
  expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.image$/)]);
  const before = await readFile(path.join(clarity, names[0] ?? ''));
  expect(await bootOnce(folder.path)).toEqual([]);
  expect(await readdir(clarity)).toEqual(names);
  expect((await readFile(path.join(clarity, names[0] ?? ''))).equals(before)).toBe(true);
});

test('behavior: an image is read as it was written; a damaged, short, long or foreign one is not read at all', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const cache = cacheIn(folder.path);
  expect(loadImage(cache)).toBeUndefined();
  await saveImage(cache, image);
  const { pages = [], ...state } = loadImage(cache) ?? {};
  expect(state).toEqual({ table: image.table, pointer: image.pointer });
  expect(contents({ pages }).equals(contents(image))).toBe(true);
  expect(loadImage({ ...cache, key: Buffer.alloc(32, 2) })).toBeUndefined();
  const good = await readFile(cache.file);
  const flip = (at: number) => {
    const flipped = Buffer.from(good);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    return flipped;
  };
  for (const damaged of [
    flip(0),
    flip(40),
    flip(50),
    flip(70),
    flip(7_654_321),
    good.subarray(0, -1),
    Buffer.concat([good, Buffer.of(0)]),
    Buffer.from('text'),
    Buffer.alloc(0),
  ]) {
    await writeFile(cache.file, damaged);
    expect(loadImage(cache), `${damaged.length} bytes`).toBeUndefined();
  }
});

test('behavior: the pages of a large image stay in its file, whatever happens to its name; a short file ends the VM', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const cache = cacheIn(folder.path);
  const [written, expected] = [imageOf(LARGE), contents(imageOf(LARGE))];
  await saveImage(cache, written);
  const read = loadImage(cache);
  for (const { pages } of [written, read ?? { pages: [] }]) {
    expect(pages.filter((page) => page.isInMemory)).toEqual([]);
    expect(contents({ pages }).equals(expected)).toBe(true);
  }
  await writeFile(`${cache.file}.new`, 'another image');
  await rename(`${cache.file}.new`, cache.file);
  expect(contents(read).equals(expected)).toBe(true);
  const short = cacheIn(folder.path, { key: Buffer.alloc(32, 2) });
  await saveImage(short, imageOf(LARGE));
  const damaged = loadImage(short);
  await truncate(short.file, 1_000_000);
  expect(() => contents(damaged)).toThrow(Broken);
});

test('behavior: an unfinished image is not seen, and goes with its writer', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const [mine, other] = [cacheIn(folder.path), cacheIn(folder.path, { writer: '89ab-cdef' })];
  await mkdir(mine.folder);
  await Promise.all([writeFile(mine.temporary, 'unfinished'), writeFile(other.temporary, 'unfinished')]);
  expect(loadImage(mine)).toBeUndefined();
  await removeUnfinishedImages(folder.path, '0123-4567');
  expect(await readdir(mine.folder)).toEqual([path.basename(other.temporary)]);
});

test('behavior: only the images used last are kept, and leftovers of dead writers go', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const cache = cacheIn(folder.path, { key: Buffer.alloc(32, 0) });
  const images = Array.from({ length: 5 }, (_, i) => `${String(i).repeat(64)}.image`);
  const [abandoned, unfinished] = ['a', 'b'].map((letter) => `${letter.repeat(64)}.0123-4567.tmp`);
  await mkdir(cache.folder);
  for (const [i, name] of [...images, abandoned ?? '', unfinished ?? '', 'notes.txt'].entries()) {
    await writeFile(path.join(cache.folder, name), name);
    const time = name === unfinished ? new Date() : new Date(1_600_000_000_000 + i * 1000);
    await utimes(path.join(cache.folder, name), time, time);
  }
  await pruneImages(cache);
  // The oldest is the one in use.
  expect((await readdir(cache.folder)).toSorted()).toEqual([images[0], images[3], images[4], unfinished, 'notes.txt'].toSorted());
});

test('error: one warning reports a cache that cannot be written, and the boot continues', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const dir = path.join(folder.path, 'file');
  await writeFile(dir, 'in the way');
  const warnings = await bootOnce(dir);
  expect(warnings).toEqual([expect.stringContaining(`Cannot save the memory image of the Clarity VM in ${path.join(dir, 'clarity-vm')}`)]);
});

test('behavior: two processes that build an image at once leave one, and the next one uses it', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const dir = path.join(folder.path, 'clarity-vm');
  const close = `
    import { existsSync, readdirSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    while (!existsSync(process.argv[2]) || !readdirSync(process.argv[2]).some((name) => name.endsWith('.image'))) await setTimeout(10);
    await vm.close();`;
  await Promise.all([bootElsewhere(folder.path, close), bootElsewhere(folder.path, close)].map(ended));
  const [name = '', ...others] = await readdir(dir);
  expect(others).toEqual([]);
  const { ino } = await stat(path.join(dir, name));
  expect(await bootOnce(folder.path)).toEqual([]);
  expect(await readdir(dir)).toEqual([name]);
  expect((await stat(path.join(dir, name))).ino).toBe(ino);
});

test('behavior: a kill in the middle of writing leaves a boot that works', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const clarity = path.join(folder.path, 'clarity-vm');
  const child = bootElsewhere(folder.path, 'setInterval(() => {}, 1000);');
  while (child.exitCode === null && (await readdir(clarity).catch(() => [])).length === 0) await setImmediate();
  const exit = once(child, 'exit');
  expect(child.kill('SIGKILL')).toBe(true);
  await exit;
  // The kill may have come before or after the renaming: either way what is left is cut short.
  for (const name of await readdir(clarity)) await truncate(path.join(clarity, name), 1_000_000);
  expect(await bootOnce(folder.path)).toEqual([]);
  expect((await readdir(clarity)).filter((name) => name.endsWith('.image'))).toHaveLength(1);
});

/** Another process that boots with its images in `dir`, and then runs `after` with the `vm`. */
function bootElsewhere(dir: string, after: string): ChildProcess {
  const { balances, ...genesis } = GENESIS;
  const options = { ...genesis, principals: balances.map(({ principal }) => principal), cache: { dir, enabled: true } };
  const program = `
    import { startVm } from '#dist/node/stacks/vm/vm.js';
    const { principals, ...options } = JSON.parse(process.argv[1]);
    const vm = await startVm({ ...options, balances: principals.map((principal) => ({ principal, amount: ${FUNDS}n })) });
    ${after}`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(options), path.join(dir, 'clarity-vm')], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const [status] = await once(child, 'exit');
  expect(status).toBe(0);
}
