import { Marked, type RendererObject, type Token, type Tokens } from 'marked';

/** A heading, and the text below it up to the next one. */
type Section = { title: string; anchor: string; text: string };

type Playground = (code: string, language: string) => string | undefined;

export type Page = { title: string; html: string; sections: Section[] };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Renders a Markdown file.
 * @param resolve returns the address of a link or picture in the site
 * @param playground returns the link that opens an example in the playground; undefined for those that need more than a tab
 */
export function renderPage(markdown: string, resolve: (target: string) => string, playground: Playground = () => undefined): Page {
  const marked = new Marked({ renderer: rendererOf(resolve, playground) });
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  // The renderer of headings takes them one after the other, as the lexer found them.
  const anchors = sections.map(({ anchor }) => anchor);
  const html = marked
    .parser(tokens)
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, depth: string, content: string) =>
      headingOf(Number(depth), content, anchors.shift() ?? ''),
    );
  return { title: sections[0]?.title ?? '', html, sections };
}

/** What is wider than the page scrolls, also by the keyboard. */
const rendererOf = (resolve: (target: string) => string, playground: Playground): RendererObject => ({
  table(token) {
    const row = (cells: Tokens.TableCell[]): string => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`;
    return scrolling('table', `<table><thead>${row(token.header)}</thead><tbody>${token.rows.map(row).join('\n')}</tbody></table>`);
  },
  // A header without text is no header for a screen reader.
  tablecell({ tokens, header }) {
    const content = this.parser.parseInline(tokens);
    return header && content !== '' ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
  },
  code({ text, lang }) {
    const code = scrolling(lang ? `${lang} code` : 'code', `<pre><code>${escapeHtml(text)}</code></pre>`);
    const link = playground(text, lang ?? '');
    return link === undefined ? code : `${code}<p class="try"><a href="${link}">Open in the playground</a></p>\n`;
  },
  link({ href, tokens }) {
    return `<a href="${escapeHtml(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
  },
  image({ href, text }) {
    return `<img src="${escapeHtml(resolve(href))}" alt="${escapeHtml(text)}">`;
  },
});

function headingOf(depth: number, content: string, anchor: string): string {
  const link = depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
  return `<h${depth} id="${anchor}">${content}${link}</h${depth}>`;
}

/** Splits a page at its headings. */
function sectionsOf(tokens: Token[]): Section[] {
  const nextAnchor = createAnchors();
  const sections: Section[] = [];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (token.type === 'heading') {
      const title = textOf(token);
      sections.push({ title, anchor: nextAnchor(title), text: '' });
    } else if (last !== undefined && token.type !== 'html') last.text += token.raw;
  }
  return sections;
}

/** The text of a heading, without code marks and addresses of links. */
function textOf(token: Token): string {
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(textOf).join('');
  return 'text' in token ? token.text : token.raw;
}

function scrolling(name: string, content: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${content}</div>\n`;
}

/** Returns the anchor that GitHub and npm give the first heading of a name. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Returns a function that gives each heading of a page its anchor. */
function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const anchor = anchorOf(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}
