import { cp, mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { exists } from '#platform/exists.js';

const MODULES = 'node_modules';
/** What a copy does not need. */
const LEFT_OUT = new Set(['.git', '.hg', '.svn']);

/** A copy of a folder, whose packages are those of the original. */
export type FolderCopy = {
  /** Its absolute path. */
  folder: string;
  /** Writes another text into a file. @param file relative to the folder */
  write(file: string, text: string): Promise<void>;
  /** Returns a path with the copy in the place of the original folder; other text as it is. */
  toCopy(text: string): string;
};

/**
 * Copies a folder. Packages in `node_modules` become links to the original ones; those that are links into the folder, as in workspaces,
 * lead into the copy.
 * @param root absolute
 * @param into an empty folder for the copy
 */
export async function copyFolder(root: string, into: string): Promise<FolderCopy> {
  const folder = join(into, basename(root));
  const moduleFolders: string[] = [];
  await cp(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter(source) {
      const name = basename(source);
      if (name === MODULES) moduleFolders.push(source);
      return source === root || (name !== MODULES && !LEFT_OUT.has(name));
    },
  });
  for (const modules of moduleFolders) await linkPackages({ from: modules, to: join(folder, relative(root, modules)), root, folder });
  // Packages of a folder above, which a workspace has.
  const above = await modulesAbove(root);
  if (above !== undefined) await symlink(above, join(into, MODULES));
  return {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    toCopy: (text) => (text === root || text.startsWith(root + sep) ? folder + text.slice(root.length) : text),
  };
}

/** Removes a folder, also while a process that was killed ends to write to it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

type Links = { from: string; to: string; root: string; folder: string };

async function linkPackages({ from, to, root, folder }: Links): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry;
    // Caches of tools are the copy's own.
    if (name.startsWith('.') && name !== '.bin') continue;
    const [source, target] = [join(from, name), join(to, name)];
    if (name.startsWith('@') && !entry.isSymbolicLink()) {
      await linkPackages({ from: source, to: target, root, folder });
      continue;
    }
    const real = await realpath(source).catch(() => source);
    const inside = relative(root, real).split(sep);
    const isOfFolder = inside[0] !== '..' && !inside.includes(MODULES);
    await symlink(isOfFolder ? join(folder, ...inside) : source, target);
  }
}

async function modulesAbove(root: string): Promise<string | undefined> {
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    const modules = resolve(folder, MODULES);
    if (await exists(modules)) return modules;
    if (dirname(folder) === folder) return undefined;
  }
}
