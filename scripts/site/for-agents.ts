import type { Kind } from './guide.js';

/** Returns a page in Markdown, whose links lead to the Markdown of other pages. @param resolve returns the address of a link in the site */
export function markdownOf(markdown: string, resolve: (target: string) => string): string {
  const parts = markdown.split(/(^```.*?^```$)/ms);
  const withLinks = (text: string): string =>
    text.replaceAll(/\]\(([^)\s]+)\)/g, (_, target: string) => `](${resolve(target).replace(/\.html(?=#|$)/, '.md')})`);
  return parts.map((part) => (part.startsWith('```') ? part : withLinks(part))).join('');
}

/** Returns llms.txt: what this is, and the Markdown of each page. @param addressOf returns the address of a file in the site */
export function llmsText(guide: readonly Kind[], about: string, addressOf: (file: string) => string): string {
  const line = (title: string, file: string, text: string): string =>
    `- [${title}](${addressOf(file).replace(/\.html$/, '.md')})${text === '' ? '' : `: ${text}`}`;
  const kinds = guide.map(({ name, groups }) => {
    const pages = groups.flatMap(({ pages: listed }) => listed);
    return `## ${name}\n\n${pages.map(({ title, file, about: text }) => line(title, file, text)).join('\n')}`;
  });
  const more = [
    line('Overview', 'README.md', 'install, and a first test'),
    line('Changelog', 'CHANGELOG.md', 'versions, what is stable, upgrade notes'),
    line('Contributing', 'CONTRIBUTING.md', 'the map of the source'),
  ];
  return `# stacks-devnet\n\n> ${about}\n\n${kinds.join('\n\n')}\n\n## Optional\n\n${more.join('\n')}\n`;
}
