import { realpath } from '#platform/files.js';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from '#platform/paths.js';

/** The folders in which callers of the RPC may name files. */
export type FileFolders = {
  add(folder: string): void;
  /**
   * Returns the file of a path, without symbolic links. A relative path starts at the first folder.
   * @throws RangeError for a file outside of the folders
   */
  find(path: string): Promise<string>;
};

/** The longest path that systems accept, in bytes (PATH_MAX of Linux). */
const LONGEST = 4096;

/**
 * Creates the check of paths that callers of the RPC name. The default password is published: without this check, each caller could write
 * files with the rights of this process.
 */
export function createFileFolders(given: readonly string[] = []): FileFolders {
  const folders = given.map((folder) => resolve(folder));
  return {
    add: (folder) => void folders.push(resolve(folder)),
    async find(path) {
      const [first] = folders;
      if (first === undefined) {
        throw new RangeError('This node has no folder for files. Name one at the start, with bitcoin.files (--files of "node bitcoin").');
      }
      if (path === '' || path.includes('\0') || Buffer.byteLength(path) > LONGEST)
        throw new RangeError('The path of the file is not valid.');
      const file = await withoutLinks(resolve(first, path));
      const roots = await Promise.all(folders.map(withoutLinks));
      if (roots.some((root) => isWithin(root, file))) return file;
      throw new RangeError(`Files must be in ${folders.join(' or ')}: name another folder at the start, with bitcoin.files.`);
    },
  };
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Resolves the links of the part of a path that exists. */
async function withoutLinks(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === path) throw new RangeError(`The path of the file is not valid (${error.code}).`);
    return join(await withoutLinks(parent), basename(path));
  });
}
