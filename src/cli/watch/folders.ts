import { realpath } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';

/** The folders to watch, each with the names in it that matter. */
export type Folders = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the folders in which a change of the files shows: those of the files, all folders between them and the root, and those of the
 * targets of links. Editors replace files and version control replaces folders, so that watching a file itself is not enough.
 */
export async function foldersOf(root: string, files: readonly string[]): Promise<Folders> {
  const folders = new Map<string, Set<string>>();
  const add = (path: string): void => {
    const folder = dirname(path);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(basename(path)));
    if (isInside(root, folder)) add(folder);
  };
  const targets = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
  for (const file of [...files, ...targets]) add(file);
  return folders;
}

/** Whether a folder is below the root. */
function isInside(root: string, folder: string): boolean {
  const path = relative(root, folder);
  return path !== '' && !path.startsWith('..');
}
