import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { nodeSettingKeys, nodeSettingOf } from '#dist/project/config/bitcoin-node/resolve.js';
import { describeDefault } from '#dist/project/config/setting.js';
import { markdownTable } from './markdown-table.js';

const LIST = /(?<=<!-- methods[^\n]*-->\n)[\s\S]*(?=\n<!-- \/methods -->)/;

const OPTIONS = /(?<=<!-- options[^\n]*-->\n)[\s\S]*(?=\n<!-- \/options -->)/;

/** Replaces the table of options in docs/bitcoin-rpc.md. */
export function withOptions(page: string): string {
  const rows = nodeSettingKeys.map((key) => {
    const setting = nodeSettingOf(key);
    const shown = describeDefault(setting, 'free') ?? '';
    return [`\`${key}\``, setting.help, shown === 'false' ? '0' : shown];
  });
  const table = markdownTable([['option', 'meaning', 'default'], ...rows]);
  return page.replace(OPTIONS, () => `\n${table}\n`);
}

/** Replaces the generated list in docs/bitcoin-rpc.md: a line for each category of RPC methods, with hidden methods in italics. */
export async function withMethods(page: string): Promise<string> {
  const byCategory = new Map<string, string[]>();
  for (const { name, category, hidden } of await allMethods()) {
    byCategory.set(category, [...(byCategory.get(category) ?? []), hidden === true ? `_\`${name}\`_` : `\`${name}\``]);
  }
  const lines = [...byCategory].sort(([a], [b]) => (a < b ? -1 : 1)).map(([category, names]) => `- **${category}**: ${names.join(', ')}`);
  return page.replace(LIST, `\n${lines.join('\n')}\n`);
}
