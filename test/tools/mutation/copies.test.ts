import { mkdir, readFile, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyFolder } from '#dist/tools/mutation/copies.js';
import { temporaryFolder } from '../../disposable-folder.js';

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

test('default: files are copied, packages are linked', async () => {
  await using folder = await temporaryFolder('copies');
  const root = path.join(await realpath(folder.path), 'project');
  await write(path.join(root, 'contracts/vault.clar'), 'original');
  await write(path.join(root, '.git/HEAD'), 'ref');
  await write(path.join(root, 'node_modules/@scope/tool/index.js'), 'tool');
  await write(path.join(root, 'node_modules/.cache/kept'), 'cache');
  await write(path.join(root, 'node_modules/.bin/tool'), 'tool');
  await write(path.join(root, 'packages/own/index.js'), 'own');
  // A workspace: the package is a folder of the project.
  await symlink('../packages/own', path.join(root, 'node_modules/own'));
  const into = path.join(folder.path, 'copy');
  await mkdir(into);

  const copy = await copyFolder(root, into);
  expect(copy.folder).toBe(path.join(into, 'project'));
  await copy.write('contracts/vault.clar', 'mutant');
  expect(await readFile(path.join(copy.folder, 'contracts/vault.clar'), 'utf8')).toBe('mutant');
  expect(await readFile(path.join(root, 'contracts/vault.clar'), 'utf8')).toBe('original');
  expect(await readlink(path.join(copy.folder, 'node_modules/@scope/tool'))).toBe(path.join(root, 'node_modules/@scope/tool'));
  expect(await readFile(path.join(copy.folder, 'node_modules/.bin/tool'), 'utf8')).toBe('tool');
  expect(await readlink(path.join(copy.folder, 'node_modules/own'))).toBe(path.join(copy.folder, 'packages/own'));
  for (const missing of ['.git', 'node_modules/.cache']) {
    await expect(readFile(path.join(copy.folder, missing))).rejects.toThrow('ENOENT');
  }
});

test('behavior: a project in a workspace finds the packages above', async () => {
  await using folder = await temporaryFolder('copies');
  const root = path.join(folder.path, 'packages/contracts');
  await write(path.join(root, 'Clarinet.toml'), '');
  await write(path.join(folder.path, 'node_modules/tool/index.js'), 'tool');
  const into = path.join(folder.path, 'copy');
  await mkdir(into);
  const copy = await copyFolder(root, into);
  expect(await readFile(path.join(copy.folder, '../node_modules/tool/index.js'), 'utf8')).toBe('tool');
});

test('behavior: paths of the folder become paths of the copy', async () => {
  await using folder = await temporaryFolder('copies');
  const root = path.join(folder.path, 'project');
  await write(path.join(root, 'a'), '');
  const into = path.join(folder.path, 'copy');
  await mkdir(into);
  const { toCopy } = await copyFolder(root, into);
  expect([root, `${root}/a`, `${root}-2/a`, 'text'].map(toCopy)).toEqual([`${into}/project`, `${into}/project/a`, `${root}-2/a`, 'text']);
});
