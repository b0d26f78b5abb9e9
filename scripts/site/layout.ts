import path from 'node:path';
import { escapeHtml, type Page } from './markdown.js';
import type { Source } from './sources.js';

/** A task of the front page (HTML), with the pages that help. */
export type Task = { task: string; pages: { title: string; page: string }[] };

/** Returns a whole HTML document. */
export function layout({ source, page, tasks }: { source: Source; page: Page; tasks: Task[] }): string {
  const address = (to: string): string => path.posix.relative(path.posix.dirname(source.page), to);
  const links = (pages: Task['pages']): string =>
    pages
      .map((to) => `<a href="${address(to.page)}"${to.page === source.page ? ' aria-current="page"' : ''}>${escapeHtml(to.title)}</a>`)
      .join(', ');
  const menu = tasks.map(({ task, pages }) => `<li>${task}: ${links(pages)}</li>`).join('\n');
  const search =
    '<form role="search" id="search">' +
    '<input type="search" name="q" autocomplete="off" placeholder="Search" aria-label="Search the documentation"></form>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · stacks-devnet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${address('style.css')}">
<script defer src="${address('search.js')}" data-root="${address('index.html').replace(/index\.html$/, '')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="name" href="${address('index.html')}">stacks-devnet</a>
${search}
<a href="${address('readme.html')}">Overview</a>
<a href="${address('changelog.html')}">Changelog</a>
</header>
<div class="columns">
<nav aria-label="Pages by task"><details open><summary>Pages by task</summary><ul>
${menu}
</ul></details></nav>
<main id="main">
<section id="found" aria-live="polite" hidden></section>
<article>
${page.html}</article>
</main>
</div>
</body>
</html>
`;
}
