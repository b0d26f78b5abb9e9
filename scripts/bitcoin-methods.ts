import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { nodeSettingKeys, nodeSettingOf } from '#dist/project/config/bitcoin-node/resolve.js';
import { describeDefault } from '#dist/project/config/setting.js';

const LIST = /(?<=<!-- methods[^\n]*-->\n)[\s\S]*(?=\n<!-- \/methods -->)/;

const OPTIONS = /(?<=<!-- options[^\n]*-->\n)[\s\S]*(?=\n<!-- \/options -->)/;

/** Replaces the table of options in docs/bitcoin.md. */
export function withOptions(page: string): string {
  const rows = nodeSettingKeys.map((key) => {
    const setting = nodeSettingOf(key);
    const shown = describeDefault(setting, 'free') ?? '';
    return [`\`${key}\``, setting.help, shown === 'false' ? '0' : shown];
  });
  const table = [['option', 'meaning', 'default'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return page.replace(OPTIONS, () => `\n${lines.join('\n')}\n`);
}

/** Replaces the generated list in docs/bitcoin.md: a line for each category of RPC methods, with hidden methods in italics. */
export async function withMethods(page: string): Promise<string> {
  const byCategory = new Map<string, string[]>();
  for (const { name, category, hidden } of await allMethods()) {
    byCategory.set(category, [...(byCategory.get(category) ?? []), hidden === true ? `_\`${name}\`_` : `\`${name}\``]);
  }
  const lines = [...byCategory].sort(([a], [b]) => (a < b ? -1 : 1)).map(([category, names]) => `- **${category}**: ${names.join(', ')}`);
  return page.replace(LIST, `\n${lines.join('\n')}\n`);
}
