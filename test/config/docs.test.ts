import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { environmentName, flagName, settingKeys, settingOf } from '#dist/config/schema.js';

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8');

/** Tables of the document as rows of trimmed cells. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[\s|-]+\|$/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('default: the document tells every setting as the schema has it', () => {
  expect(rows.filter(([key]) => settingKeys.some((known) => key === code(known)))).toEqual(settingKeys.map(settingRow));
});

function settingRow(key: (typeof settingKeys)[number]): string[] {
  const { kind, help, repeatable, defaultText, commandLineDefault, default: value } = settingOf(key);
  const shown =
    typeof value === 'string'
      ? code(value)
      : code(JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}` : item)));
  return [
    code(key),
    code(environmentName(key)),
    code(`${flagName(key)} <${kind.placeholder.replaceAll('|', '\\|')}>`) + (repeatable ? ', repeatable' : ''),
    commandLineDefault === undefined ? (defaultText ?? shown) : `${code(String(commandLineDefault))}, in code a free one`,
    help,
  ];
}

function code(text: string): string {
  return `\`${text}\``;
}
