import path from 'node:path';
import { escapeHtml, type Page } from './markdown.js';
import { PLAYGROUND } from './playground.js';
import { policyOf } from './policy.js';
import type { Source } from './sources.js';

/** A group of pages in the menu: its name as HTML, and its pages. */
export type Task = { task: string; pages: { title: string; page: string }[] };

type Options = {
  source: Source;
  page: Page;
  /** The menu. Without tasks, the page has the whole width. */
  tasks: Task[];
  /** The folder of the tab. */
  tab: string;
};

/** Returns a whole HTML document. */
export function layout({ source, page, tasks, tab }: Options): string {
  const address = (to: string): string => path.posix.relative(path.posix.dirname(source.page), to);
  const links = (pages: Task['pages']): string =>
    pages
      .map((to) => `<a href="${address(to.page)}"${to.page === source.page ? ' aria-current="page"' : ''}>${escapeHtml(to.title)}</a>`)
      .join(', ');
  const items = tasks.map(({ task, pages }) => `<li>${task}: ${links(pages)}</li>`).join('\n');
  const menu = items && `<nav aria-label="Pages"><details open><summary>Pages</summary><ul>\n${items}\n</ul></details></nav>\n`;
  // Listings of folders and the playground have no Markdown.
  const markdown = address(source.page.replace(/\.html$/, '.md'));
  const inMarkdown = page.sections.length === 0 ? '' : `<link rel="alternate" type="text/markdown" href="${markdown}">\n`;
  const search =
    '<form role="search" id="search">' +
    '<input type="search" name="q" autocomplete="off" placeholder="Search" aria-label="Search the documentation"></form>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policyOf('page')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · stacks-devnet</title>
<link rel="icon" href="data:,">
${inMarkdown}<link rel="stylesheet" href="${address('style.css')}">
<script defer src="${address('search.js')}" data-root="${address('index.html').replace(/index\.html$/, '')}"></script>
<script type="module" src="${address(`${tab}/examples.js`)}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="name" href="${address('index.html')}">stacks-devnet</a>
${search}
<a href="${address(PLAYGROUND)}">Playground</a>
<a href="${address('readme.html')}">Overview</a>
<a href="${address('changelog.html')}">Changelog</a>
<a href="${address('contributing.html')}">Contributing</a>
</header>
<div${menu && ' class="columns"'}>
${menu}<main id="main"${menu === '' ? ' class="wide"' : ''}>
<section id="found" aria-live="polite" hidden></section>
<article>
${page.html}</article>
</main>
</div>
</body>
</html>
`;
}
