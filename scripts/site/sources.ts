import { readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** A Markdown file of this repository, and its page in the site. Both are paths with slashes. */
export type Source = { file: string; page: string };

/** Returns the pages of the site: the docs with their decisions, and the documents of the repository. The front page is docs/README.md. */
export function findSources(): Source[] {
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(path.sep, '/'));
  const pages = docs.filter((name) => name.endsWith('.md') && name !== 'README.md').sort();
  return [
    { file: 'docs/README.md', page: 'index.html' },
    { file: 'README.md', page: 'readme.html' },
    ...pages.map((name) => ({ file: `docs/${name}`, page: name.replace(/\.md$/, '.html') })),
    ...['CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) => ({ file: `${name}.md`, page: `${name.toLowerCase()}.html` })),
  ];
}
