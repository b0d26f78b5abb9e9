import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../scripts/site/markdown.js';

const root = path.resolve(import.meta.dirname, '../..');
const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { files: string[] };
// npm always packs the README and the licence. A pattern ends at its first star here.
const packed = ['README.md', 'LICENSE', ...files.filter((entry) => !entry.startsWith('!')).map((entry) => entry.replace(/\/\*.*/, ''))];
const leftOut = files.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1));
const isIn = (file: string, entry: string): boolean => file === entry || file.startsWith(`${entry}/`);
const isPacked = (file: string): boolean =>
  packed.some((entry) => isIn(file, entry)) && !leftOut.some((entry) => isIn(file, entry.replace(/\/\*.*/, '')) && !entry.includes('*'));
// The text says what a picture shows, so the package has none.
const isPicture = (file: string): boolean => /^docs\/pictures\/.*\.(?:png|svg)$/.test(file);

const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs].filter((file) => file.endsWith('.md'));

/** The text of a document without its blocks of code. */
const proseOf = (document: string): string => readFileSync(path.join(root, document), 'utf8').replaceAll(/^```.*?^```$/gms, '');

function isResolved(document: string, link: string): boolean {
  const [relative = '', anchor] = link.split('#');
  const target = relative === '' ? document : path.posix.join(path.posix.dirname(document), relative);
  if (!existsSync(path.join(root, target))) return false;
  if (isPacked(document) && !isPacked(target) && !isPicture(target)) return false;
  if (anchor === undefined) return true;
  if (!statSync(path.join(root, target)).isFile()) return false;
  return [...proseOf(target).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
}

/** What a generator or a writer leaves for later: words in capitals with underscores are names of code, which stand in backticks. */
const PLACEHOLDER = /\b(?!OP_)[A-Z]+(?:_[A-Z]+)+\b|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b|\{\{[^}]*\}\}/g;

test.for(documents)('%s has no placeholder', (document) => {
  const words = proseOf(document)
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
  expect(words.match(PLACEHOLDER) ?? []).toEqual([]);
});

test.for(documents)('links in %s lead to files, of the package for pages of the package, and to existing headings', (document) => {
  const links = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^\w+:/.test(link));
  expect(links.filter((link) => !isResolved(document, link))).toEqual([]);
});
