import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { invalid } from '../../base/error.js';

/** The names that Vitest, Jest and node:test look for. */
const TEST_FILE = /[.-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$/;

/**
 * Returns the test files of a folder, relative to `from`, with `/` between folders.
 * @param chosen files, or folders with test files, relative to `from` @default all below the folder, without those in `node_modules` and
 * dot folders
 * @throws DevnetError INVALID_INPUT if a chosen one does not exist, or lies elsewhere
 */
export async function findTestFiles(
  root: string,
  { chosen, from }: { chosen: readonly string[] | undefined; from: string },
): Promise<string[]> {
  const paths = chosen?.map((path) => resolve(from, path)) ?? [root];
  const found = await Promise.all(paths.map((path) => filesAt(root, path)));
  return [...new Set(found.flat().map((file) => relative(from, file).split(sep).join('/')))].sort();
}

async function filesAt(root: string, path: string): Promise<string[]> {
  const kind = await stat(path).catch(() => undefined);
  if (kind === undefined || !`${path}${sep}`.startsWith(root + sep)) throw invalid('--tests', `a file or folder in ${root}`, path);
  return kind.isDirectory() ? testFilesIn(root, path) : [path];
}

async function testFilesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : testFilesIn(root, path);
      return entry.isFile() && TEST_FILE.test(relative(root, path).split(sep).join('/')) ? [path] : [];
    }),
  );
  return found.flat();
}
