import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allMethods } from '#dist/node/bitcoin/rpc/methods/all-methods.js';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/bitcoin.md'), 'utf8');

/** Returns the list of methods for the page: a line for each category, hidden methods in italics. */
async function listed(): Promise<string> {
  const byCategory = new Map<string, string[]>();
  for (const { name, category, hidden } of await allMethods()) {
    byCategory.set(category, [...(byCategory.get(category) ?? []), hidden === true ? `_\`${name}\`_` : `\`${name}\``]);
  }
  return [...byCategory]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, names]) => `- **${category}**: ${names.join(', ')}`)
    .join('\n');
}

test('default: docs/bitcoin.md lists the methods', async () => {
  expect(/<!-- methods -->\n([\s\S]*)\n<!-- \/methods -->/.exec(page)?.[1]?.trim()).toBe(await listed());
});
