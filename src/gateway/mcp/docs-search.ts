import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { packageRoot } from '#platform/package-root.js';
import { once } from '../../base/async.js';
import { searchSections } from './search-sections.js';

/** A part of a page, below one heading. */
type Section = { id: string; page: string; title: string; heading: string; text: string };

const SHOWN = 4;
/** The longest query, in characters. */
export const LONGEST_QUERY = 500;
/** The most characters of a section in an answer. */
const LONGEST = 1_500;

/** Returns the sections of the readme and the documentation of this package that fit a query best, as Markdown. */
export async function searchDocs(query: string): Promise<string> {
  const { index, sections } = await load();
  const found = searchSections(index, query, { boost: { heading: 4, title: 3, page: 2 } }).slice(0, SHOWN);
  if (found.length === 0) return 'No section has these words.';
  return found
    .flatMap(({ id }) => sections.get(String(id)) ?? [])
    .map(({ page, heading, text }) => `# ${page}: ${heading}\n${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`)
    .join('\n\n');
}

const load = once(async () => {
  const docs = new URL('docs/', packageRoot);
  const names = (await readdir(docs)).filter((name) => name.endsWith('.md'));
  const files = [
    ['README.md', new URL('README.md', packageRoot)] as const,
    ...names.map((name) => [`docs/${name}`, new URL(name, docs)] as const),
  ];
  const read = await Promise.all(files.map(async ([page, url]) => sectionsOf(page, await readFile(fileURLToPath(url), 'utf8'))));
  const sections = new Map(read.flat().map((section) => [section.id, section]));
  const index = new MiniSearch<Section>({ fields: ['heading', 'title', 'page', 'text'] });
  index.addAll([...sections.values()]);
  return { index, sections };
});

/** Splits a page at its headings; lines of code blocks are none. */
function sectionsOf(page: string, markdown: string): Section[] {
  const sections: Section[] = [];
  const [, title = page] = /^# (.+)$/m.exec(markdown) ?? [];
  let heading = page;
  let lines: string[] = [];
  let isCode = false;
  const end = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') sections.push({ id: `${page}#${sections.length}`, page, title, heading, text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, next] = isCode ? [] : (/^#{1,6} (.+)$/.exec(line) ?? []);
    if (next === undefined) lines.push(line);
    else {
      end();
      heading = next;
    }
  }
  end();
  return sections;
}
