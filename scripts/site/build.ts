import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { llmsText, markdownOf } from './for-agents.js';
import { readGuide } from './guide.js';
import { layout, type Task } from './layout.js';
import { createLinks, FILES, type Links } from './links.js';
import { escapeHtml, type Page, renderPage } from './markdown.js';
import { fragmentOf, PLAYGROUND, playgroundPage } from './playground.js';
import { findSources, root, type Source } from './sources.js';
import { buildTab, writeTab } from './tab.js';

/** A file that only this script writes: a folder with it is a site. */
const MARK = 'sections.js';

type Rendered = { source: Source; page: Page };

/**
 * Builds the docs as a site into a folder: a new one, an empty one, or that of an earlier site, which it replaces.
 * @returns its pages, as paths in the folder
 * @throws if the folder has other files, or if a link leads to no file or to no heading
 */
export async function buildSite(folder: string): Promise<string[]> {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(path.join(folder, MARK))) {
    throw new Error(`${folder} is not empty and is no site of this script. Name a new folder.`);
  }
  const sources = findSources();
  const links = createLinks(sources);
  const tab = await buildTab();
  const rendered = sources.map((source): Rendered => {
    const markdown = readFileSync(path.join(root, source.file), 'utf8');
    const playground = (code: string, language: string): string | undefined => {
      const fragment = fragmentOf({ code, language }, tab.exports);
      return fragment && path.posix.relative(path.posix.dirname(source.page), PLAYGROUND) + fragment;
    };
    return { source, page: renderPage(markdown, (target) => links.resolve(source, target), playground) };
  });
  const listings = [...links.folders].map((name): Rendered => {
    const source = { file: `${name}/`, page: `${FILES}/${name}/index.html` };
    return { source, page: listingOf(name, (target) => links.resolve(source, target)) };
  });
  checkAnchors(rendered);
  const titles = new Map(rendered.map(({ source, page }) => [source.page, page.title]));
  for (const { source, page } of rendered)
    page.html = withTitles(page.html, (to) => titles.get(path.posix.join(path.posix.dirname(source.page), to)));

  rmSync(folder, { recursive: true, force: true });
  const tasks = tasksOf(titles, links);
  const playground = { source: { file: PLAYGROUND, page: PLAYGROUND }, page: playgroundPage(tab.folder) };
  for (const { source, page } of [...rendered, ...listings, playground]) {
    const file = path.join(folder, source.page);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, layout({ source, page, tasks: source.page === PLAYGROUND ? [] : tasks, tab: tab.folder }));
  }
  await writeTab(folder, tab);
  writeForAgents(folder, sources, links);
  for (const file of links.files) cpSync(path.join(root, file), path.join(folder, FILES, file));
  cpSync(path.join(import.meta.dirname, 'style.css'), path.join(folder, 'style.css'));
  await build({
    entryPoints: [path.join(import.meta.dirname, 'search.mjs')],
    outfile: path.join(folder, 'search.js'),
    bundle: true,
    minify: true,
  });
  const sections = rendered.flatMap(({ source, page }) =>
    page.sections.map(({ title, anchor, text }) => ({ title, page: page.title, address: `${source.page}#${anchor}`, text })),
  );
  writeFileSync(path.join(folder, MARK), `globalThis.sections = ${JSON.stringify(sections)};\n`);
  return [...rendered, ...listings, playground].map(({ source }) => source.page);
}

/** The files of a linked folder, as a page. */
function listingOf(name: string, resolve: (target: string) => string): Page {
  const files = filesBelow(path.join(root, name));
  const items = files.sort().map((file) => `<li><a href="${escapeHtml(resolve(file))}">${escapeHtml(file)}</a></li>`);
  return { title: name, html: `<h1>${escapeHtml(name)}</h1>\n<ul>\n${items.join('\n')}\n</ul>\n`, sections: [] };
}

/** Returns the files below a folder, without packages: a link to one may lead back here. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return [entry.name];
    if (!entry.isDirectory() || entry.name === 'node_modules') return [];
    return filesBelow(path.join(folder, entry.name)).map((file) => `${entry.name}/${file}`);
  });
}

/** Replaces the name of a file by the title of its page, where a link has no other text. */
function withTitles(html: string, titleOf: (page: string) => string | undefined): string {
  return html.replaceAll(/(<a href="([^"#]+)[^"]*">)[\w/-]+\.md(?=<\/a>)/g, (link, start: string, to: string) => {
    const title = titleOf(to);
    return title === undefined ? link : start + escapeHtml(title);
  });
}

/** The menu: the lists of the front page. */
function tasksOf(titles: Map<string, string>, links: Links): Task[] {
  return readGuide().flatMap(({ groups }) =>
    groups.map(({ name, pages }) => ({
      task: escapeHtml(name),
      pages: pages.map(({ file, title }) => {
        const page = links.resolve({ file: 'README.md', page: 'index.html' }, file);
        return { page, title: titles.get(page) ?? title };
      }),
    })),
  );
}

/** Writes the Markdown of each page beside it, and llms.txt, which lists them. */
function writeForAgents(folder: string, sources: readonly Source[], links: Links): void {
  for (const source of sources) {
    const markdown = readFileSync(path.join(root, source.file), 'utf8');
    const file = path.join(folder, source.page.replace(/\.html$/, '.md'));
    writeFileSync(
      file,
      markdownOf(markdown, (target) => links.resolve(source, target)),
    );
  }
  const [, about = ''] = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n\n');
  const addressOf = (file: string): string => links.resolve({ file: 'README.md', page: 'index.html' }, file);
  writeFileSync(path.join(folder, 'llms.txt'), llmsText(readGuide(), about, addressOf));
}

function checkAnchors(rendered: Rendered[]): void {
  const anchors = new Map(rendered.map(({ source, page }) => [source.page, new Set(page.sections.map(({ anchor }) => anchor))]));
  for (const { source, page } of rendered) {
    for (const [, target = '', anchor = ''] of page.html.matchAll(/ href="([^":#]*)#([^"]+)"/g)) {
      const to = target === '' ? source.page : path.posix.join(path.posix.dirname(source.page), target);
      if (anchors.get(to)?.has(anchor) === false) throw new Error(`${source.file}: ${to} has no heading with the anchor ${anchor}`);
    }
  }
}
