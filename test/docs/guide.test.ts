import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { llmsText, markdownOf } from '../../scripts/site/for-agents.js';
import { readGuide } from '../../scripts/site/guide.js';

const root = path.resolve(import.meta.dirname, '../..');
const pages = readdirSync(path.join(root, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => `docs/${name}`);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const guide = readGuide();
const listed = guide.flatMap(({ groups }) => groups.flatMap(({ pages: own }) => own));

test('default: docs/README.md lists each page once, as one of four kinds', () => {
  expect(guide.map(({ name }) => name)).toEqual(['Tutorials', 'How to', 'Reference', 'Background']);
  const files = listed.map(({ file }) => file).filter((file) => file.endsWith('.md'));
  expect(files.toSorted()).toEqual(pages.toSorted());
});

test.each(pages)('%s begins with a title and a paragraph', (file) => {
  expect(read(file)).toMatch(/^# \S.*\n\n(?:<!--.*-->\n\n)?[A-Z`]/);
});

test.each([
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'docs/README.md',
  ...pages,
  ...readdirSync(path.join(root, 'docs/maintaining')).map((name) => `docs/maintaining/${name}`),
])('each heading of %s has text below it, and a name of its own', (file) => {
  const lines = read(file)
    .replaceAll(/^```.*?^```$/gms, 'code')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const isHeading = (line: string | undefined): boolean => line === undefined || /^#{1,6} /.test(line);
  // The map of CONTRIBUTING comes first.
  const empty = lines.filter((line, index) => isHeading(line) && isHeading(lines[index + 1]));
  expect(empty.filter((line) => line !== '# Contributing')).toEqual([]);
  const headings = lines.filter(isHeading).map((line) => line.replace(/^#+ /, ''));
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

test('behavior: lists have groups, and pages a description', () => {
  const markdown = '# D\n\n## How to\n\n- [A](a.md): does a\n\n**Others**\n\n- [B](b.md)\n\n## Reference\n\nText.\n\n- [C](c.md): c';
  expect(readGuide(markdown)).toEqual([
    {
      name: 'How to',
      groups: [
        { name: 'How to', pages: [{ title: 'A', file: 'docs/a.md', about: 'does a' }] },
        { name: 'Others', pages: [{ title: 'B', file: 'docs/b.md', about: '' }] },
      ],
    },
    { name: 'Reference', groups: [{ name: 'Reference', pages: [{ title: 'C', file: 'docs/c.md', about: 'c' }] }] },
  ]);
});

test('behavior: the Markdown of a page links to the Markdown of others, and code stays', () => {
  const text = 'See [a](a.md#b) and [file](x.json).\n\n```md\n[a](a.md)\n```\n';
  expect(markdownOf(text, (target) => target.replace('.md', '.html'))).toBe(text);
  expect(markdownOf(text, (target) => `up/${target.replace('.md', '.html')}`)).toBe(
    'See [a](up/a.md#b) and [file](up/x.json).\n\n```md\n[a](a.md)\n```\n',
  );
});

test('behavior: llms.txt lists the Markdown of each page by kind', () => {
  const text = llmsText(readGuide('## How to\n\n- [A](a.md): does a'), 'About.', (file) =>
    file.replace(/^docs\/|\.md$/g, '').concat('.html'),
  );
  expect(text).toMatch(/^# stacks-devnet\n\n> About\.\n\n## How to\n\n- \[A\]\(a\.md\): does a\n\n## Optional\n\n/);
});
