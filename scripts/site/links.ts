import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { root, type Source } from './sources.js';

/** The folder of the site with copies of files that pages link to. */
export const FILES = 'files';

export type Links = {
  /** Returns the address that a link of a page has in the site. @throws if it leads to nothing */
  resolve(from: Source, target: string): string;
  /** Linked files of the repository that are no page. */
  readonly files: Set<string>;
  /** Linked folders, which get a page that lists them. */
  readonly folders: Set<string>;
};

export function createLinks(sources: Source[]): Links {
  const pages = new Map(sources.map(({ file, page }) => [file, page]));
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    files,
    folders,
    resolve(from, target) {
      if (/^\w+:/.test(target) || target.startsWith('#')) return target;
      const [relative = '', anchor] = target.split('#');
      const file = path.posix.join(path.posix.dirname(`${from.file} `), relative).replace(/\/$/, '');
      const page = pages.get(file) ?? copyOf(file);
      if (page === undefined) throw new Error(`${from.file}: there is no ${target}`);
      const address = path.posix.relative(path.posix.dirname(from.page), page);
      return anchor === undefined ? address : `${address}#${anchor}`;
    },
  };

  function copyOf(file: string): string | undefined {
    // Above the repository, the site would write outside of its folder.
    if (file.startsWith('..') || !existsSync(path.join(root, file))) return undefined;
    const isFolder = statSync(path.join(root, file)).isDirectory();
    (isFolder ? folders : files).add(file);
    return isFolder ? `${FILES}/${file}/index.html` : `${FILES}/${file}`;
  }
}
