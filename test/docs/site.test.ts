import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/site/build.js';
import { createLinks } from '../../scripts/site/links.js';
import { renderPage } from '../../scripts/site/markdown.js';
import { temporaryFolder } from '../disposable-folder.js';

test('every address in the site leads to a file of it', async () => {
  await using folder = await temporaryFolder('site');
  const pages = await buildSite(folder.path);
  expect(pages).toContain('embedded.html');
  const missing = pages.flatMap((page) => {
    const html = readFileSync(path.join(folder.path, page), 'utf8');
    const addresses = [...html.matchAll(/ (?:href|src)="([^":#]+)["#]/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(10);
    return addresses
      .filter((address) => !existsSync(path.join(folder.path, path.dirname(page), address)))
      .map((address) => `${page}: ${address}`);
  });
  expect(missing).toEqual([]);
});

test('a folder with files that are no site stays as it is', async () => {
  await using folder = await temporaryFolder('site');
  const file = path.join(folder.path, 'own.txt');
  writeFileSync(file, 'mine');
  await expect(buildSite(folder.path)).rejects.toThrow(`${folder.path} is not empty and is no site of this script. Name a new folder.`);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a link to nothing fails with its page', () => {
  const source = { file: 'docs/a.md', page: 'a.html' };
  const { resolve, files } = createLinks([source, { file: 'docs/decisions/b.md', page: 'decisions/b.html' }]);
  expect(resolve(source, 'decisions/b.md#c')).toBe('decisions/b.html#c');
  expect(resolve(source, '../compose/compose.yaml')).toBe('files/compose/compose.yaml');
  expect([...files]).toEqual(['compose/compose.yaml']);
  expect(() => resolve(source, 'c.md')).toThrow('docs/a.md: there is no c.md');
  expect(() => resolve(source, '../..')).toThrow('docs/a.md: there is no ../..');
});

test('headings have the anchors of GitHub, and code is text', () => {
  const { title, html, sections } = renderPage('# The `a` *b*\n\nc\n\n## D & e\n\n```sh\n<i>\n```\n\n## D & e\n', (target) => target);
  expect(title).toBe('The a b');
  expect(sections.map(({ anchor }) => anchor)).toEqual(['the-a-b', 'd--e', 'd--e-1']);
  expect(html).toContain('<h1 id="the-a-b">The <code>a</code> <em>b</em></h1>');
  expect(html).toContain('<pre><code>&lt;i&gt;</code></pre>');
});
