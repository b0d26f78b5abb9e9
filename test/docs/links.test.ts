import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../scripts/site/markdown.js';

const root = path.resolve(import.meta.dirname, '../..');
const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { files: string[] };
// npm always packs the README and the licence. A pattern ends at its first star here.
const packed = ['README.md', 'LICENSE', ...files.map((entry) => entry.replace(/\/\*.*/, ''))];
const isPacked = (file: string): boolean =>
  existsSync(path.join(root, file)) && packed.some((entry) => file === entry || file.startsWith(`${entry}/`));

function isResolved(document: string, link: string): boolean {
  const [relative = '', anchor] = link.split('#');
  const target = relative === '' ? document : path.posix.join(path.posix.dirname(document), relative);
  if (!isPacked(target)) return false;
  if (anchor === undefined) return true;
  const headings = readFileSync(path.join(root, target), 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
}

const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...inDocs].filter((file) => file.endsWith('.md') && isPacked(file));

/** What a generator or a writer leaves for later: words in capitals with underscores are names of code, which stand in backticks. */
const PLACEHOLDER = /\b(?!OP_)[A-Z]+(?:_[A-Z]+)+\b|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b|\{\{[^}]*\}\}/g;

test.for(documents)('%s has no placeholder', (document) => {
  const prose = readFileSync(path.join(root, document), 'utf8')
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`]*`/g, '');
  const words = prose.replaceAll(/\]\([^)]*\)/g, ']');
  expect(words.match(PLACEHOLDER) ?? []).toEqual([]);
});

test.for(documents)('links in %s lead to packed files and existing headings', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^\w+:/.test(link));
  expect(links.filter((link) => !isResolved(document, link))).toEqual([]);
});
