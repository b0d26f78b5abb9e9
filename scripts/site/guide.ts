import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.js';

/** A page of docs/README.md, with what the list says of it. */
type Listed = { title: string; file: string; about: string };
/** A kind of pages, such as tutorials, in the groups that the list has them in. Pages without a group come first. */
export type Kind = { name: string; groups: { name: string; pages: Listed[] }[] };

/** Reads docs/README.md, the only place that says of which kind a page is. The site, llms.txt and the tests take it from here. */
export function readGuide(markdown = readFileSync(path.join(root, 'docs/README.md'), 'utf8')): Kind[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map((section) => {
    const [name = '', ...lines] = section.split('\n');
    const groups: Kind['groups'] = [{ name, pages: [] }];
    for (const line of lines) {
      const group = /^\*\*(.+)\*\*$/.exec(line)?.[1];
      const page = /^- \[(.+?)\]\((\S+?)\)(?:: (.+))?$/.exec(line);
      if (group !== undefined) groups.push({ name: group, pages: [] });
      if (page !== null) groups.at(-1)?.pages.push({ title: page[1] ?? '', file: `docs/${page[2]}`, about: page[3] ?? '' });
    }
    return { name, groups: groups.filter(({ pages }) => pages.length > 0) };
  });
}
