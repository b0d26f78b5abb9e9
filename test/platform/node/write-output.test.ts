import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeNewOutput, writeOutput } from '#dist/platform/node/write-output.js';
import { temporaryFolder } from '../../disposable-folder.js';

/** Content whose second half meets a full disk. */
async function* half(): AsyncGenerator<string> {
  yield 'half of it';
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
}
const cutOff = half as unknown as () => string;

const FULL =
  /^\S+: expected a file that can be written, received ".*"\. ENOSPC: no space left on device, write\. Free space on its disk, and try again\.$/;

test('default: it makes missing folders and replaces what is there, which keeps its permissions', async () => {
  await using folder = await temporaryFolder('output');
  const file = join(folder.path, 'a', 'report.json');
  await writeOutput('--out', file, '1');
  await chmod(file, 0o640);
  await writeOutput('--out', file, '2');
  expect(await readFile(file, 'utf8')).toBe('2');
  expect((await stat(file)).mode & 0o777).toBe(0o640);
});

test('behavior: a link stays a link, and its target changes', async () => {
  await using folder = await temporaryFolder('output');
  const [target, link] = [join(folder.path, 'target'), join(folder.path, 'link')];
  await writeFile(target, '1');
  await symlink(target, link);
  await writeOutput('--out', link, '2');
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(target, 'utf8')).toBe('2');
});

test('error: a full disk leaves the file as it was, and nothing beside it', async () => {
  await using folder = await temporaryFolder('output');
  const file = join(folder.path, 'vitest.config.ts');
  await writeFile(file, 'what the user wrote');
  await expect(writeOutput('vitest.config.ts', file, cutOff())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'vitest.config.ts',
    message: expect.stringMatching(FULL),
  });
  expect(await readFile(file, 'utf8')).toBe('what the user wrote');
  expect(await readdir(folder.path)).toEqual(['vitest.config.ts']);
});

test('error: a folder in the place of the file', async () => {
  await using folder = await temporaryFolder('output');
  await mkdir(join(folder.path, 'report'));
  await expect(writeOutput('--out', join(folder.path, 'report'), '1')).rejects.toThrow(/^--out: expected a file that can be written/);
});

test.runIf(existsSync('/dev/full'))('error: a device that is full', async () => {
  await expect(writeOutput('--out', '/dev/full', '1')).rejects.toThrow(FULL);
});

test('default: a new file does not replace one', async () => {
  await using folder = await temporaryFolder('output');
  const file = join(folder.path, 'devnet.config.ts');
  expect(await writeNewOutput('devnet.config.ts', file, '1')).toBe(true);
  expect(await writeNewOutput('devnet.config.ts', file, '2')).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('1');
});

test('error: a full disk leaves no new file, so that the next try writes it', async () => {
  await using folder = await temporaryFolder('output');
  const file = join(folder.path, 'devnet.config.ts');
  await expect(writeNewOutput('devnet.config.ts', file, cutOff())).rejects.toMatchObject({ field: 'devnet.config.ts' });
  expect(await readdir(folder.path)).toEqual([]);
  expect(await writeNewOutput('devnet.config.ts', file, '1')).toBe(true);
});
