import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/site/build.js';
import { createLinks } from '../../scripts/site/links.js';
import { renderPage } from '../../scripts/site/markdown.js';
import { fragmentOf } from '../../scripts/site/playground.js';
import { temporaryFolder } from '../disposable-folder.js';

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

test('an example runs in a tab if a tab has what it imports and uses', () => {
  const modules = new Map([['stacks-devnet', new Set(['startDevnet'])]]);
  const runs = (code: string, language = 'ts') => fragmentOf({ code, language }, modules) !== undefined;
  expect(runs("import { type Devnet, startDevnet } from 'stacks-devnet';")).toBe(true);
  expect(runs("import { startDevnet } from 'stacks-devnet';", 'js')).toBe(true);
  expect(runs("import { connectDevnet } from 'stacks-devnet';")).toBe(false);
  expect(runs("import { readFileSync } from 'node:fs';")).toBe(false);
  expect(runs("import { startDevnet } from 'stacks-devnet';\nawait startDevnet({ fork: { url } });")).toBe(false);
  expect(runs("import { startDevnet } from 'stacks-devnet';\nconsole.log(process.env);")).toBe(false);
  expect(runs('await devnet.bitcoin.mine();')).toBe(true);
  expect(runs("test('it mines', () => stacksDevnet.devnet.bitcoin.mine());")).toBe(false);
  expect(runs('npm test', 'sh')).toBe(false);
  expect(runs('(define-constant a u1)', 'clarity')).toBe(true);
  expect(runs('(define-constant a', 'clarity')).toBe(false);
});

test('an example gets a link to the playground below its code', () => {
  const { html } = renderPage(
    '# A\n\n```ts\nf();\n```\n',
    (target) => target,
    () => 'playground.html#js:x',
  );
  expect(html).toContain('</pre></div>\n<p class="try"><a href="playground.html#js:x">Open in the playground</a></p>');
});
