import { allMethods } from '#dist/node/bitcoin/rpc/methods/all-methods.js';

const LIST = /(?<=<!-- methods[^\n]*-->\n)[\s\S]*(?=\n<!-- \/methods -->)/;

/** Replaces the generated part of docs/bitcoin.md: a line for each category of RPC methods, with hidden methods in italics. */
export async function withMethods(page: string): Promise<string> {
  const byCategory = new Map<string, string[]>();
  for (const { name, category, hidden } of await allMethods()) {
    byCategory.set(category, [...(byCategory.get(category) ?? []), hidden === true ? `_\`${name}\`_` : `\`${name}\``]);
  }
  const lines = [...byCategory].sort(([a], [b]) => (a < b ? -1 : 1)).map(([category, names]) => `- **${category}**: ${names.join(', ')}`);
  return page.replace(LIST, `\n${lines.join('\n')}\n`);
}
