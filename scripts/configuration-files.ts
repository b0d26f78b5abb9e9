import { describeDefault } from '../src/project/config/setting.js';
import {
  environmentName,
  flagName,
  flagValue,
  groups,
  negated,
  type SettingKey,
  settingKeys,
  settingOf,
} from '../src/project/config/settings.js';
import { markdownTable } from './markdown-table.js';

/** Keys by their last part; a group has the tree of its own keys. */
type Tree = { [name: string]: SettingKey | Tree };

const header = `// Written by \`npm run generate\` from src/project/config/settings.ts. Do not edit.
import type { SettingInput, SettingValue } from './settings.js';
`;

/** Returns src/project/config/devnet-config.ts: the types of the configuration, with the help of each setting as its doc comment. */
export function configTypes(): string {
  const tree = treeOf(settingKeys);
  return [
    header,
    '/** The configuration as users write it, in code or in `devnet.config.{ts,js,mjs,json}`. Every key is optional. */',
    'export type DevnetConfig = {',
    ...inputLines(tree, '  '),
    '};',
    '',
    '/** The complete configuration: every value is checked, and defaults are filled in. Amounts are base units. */',
    'export type ResolvedConfig = {',
    ...valueLines(tree, '  '),
    '};',
    '',
  ].join('\n');
}

/** Returns the table of all settings in docs/configuration.md, and the list of their details. */
export function settingsReference(): string {
  const rows = settingKeys.map((key) => {
    const setting = settingOf(key);
    const { help, repeatable, negatable, codeOnly } = setting;
    const negation = negatable ? `, ${code(negated(flagName(key)))}` : '';
    const flag = `${code(`${flagName(key)} ${flagValue(setting)}`)}${repeatable ? ', repeatable' : ''}${negation}`;
    return [code(key), codeOnly ? '–' : code(environmentName(key)), codeOnly ? '–' : flag, defaultCell(key), help];
  });
  const details = settingKeys.flatMap((key) => {
    const text = settingOf(key).details;
    return text === undefined ? [] : [`- ${code(key)}: ${text}`];
  });
  return [markdownTable([['key', 'environment', 'flag of `up`', 'default', 'meaning'], ...rows]), '', ...details].join('\n');
}

const mark = { begin: '<!-- settings: written by `npm run generate` -->', end: '<!-- /settings -->' };

/** Replaces the generated part of docs/configuration.md. */
export function withSettings(page: string): string {
  const [before = '', rest = ''] = page.split(mark.begin);
  const after = rest.slice(rest.indexOf(mark.end));
  return `${before}${mark.begin}\n\n${settingsReference()}\n\n${after}`;
}

function treeOf(keys: readonly SettingKey[]): Tree {
  const tree: Tree = {};
  for (const key of keys) {
    let branch = tree;
    const names = key.split('.');
    const last = names.pop() ?? key;
    for (const name of names) {
      const inner = branch[name];
      const next: Tree = typeof inner === 'object' ? inner : {};
      branch[name] = next;
      branch = next;
    }
    branch[last] = key;
  }
  return tree;
}

function inputLines(tree: Tree, indent: string): string[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    if (typeof node === 'string') return [...settingComment(node, indent), `${indent}${name}?: SettingInput<'${node}'> | undefined;`];
    const word = name === 'ports' ? [`${indent}  | 'auto'`] : 'enabled' in node ? [`${indent}  | boolean`] : [];
    const inner = inputLines(node, `${indent}      `);
    return [
      ...groupComment(name, indent),
      `${indent}${name}?:`,
      ...word,
      `${indent}  | {`,
      ...inner,
      `${indent}    }`,
      `${indent}  | undefined;`,
    ];
  });
}

function valueLines(tree: Tree, indent: string): string[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    if (typeof node === 'string') return [...settingComment(node, indent), `${indent}${name}: SettingValue<'${node}'>;`];
    return [`${indent}${name}: {`, ...valueLines(node, `${indent}  `), `${indent}};`];
  });
}

function settingComment(key: SettingKey, indent: string): string[] {
  const setting = settingOf(key);
  const details = setting.details === undefined ? '' : ` ${setting.details}`;
  const value = describeDefault(setting, 'free');
  const literal = setting.defaultText === undefined && typeof setting.default === 'string' ? `'${value}'` : value;
  return comment(`${sentence(setting.help)}${details} @default ${literal}`, indent);
}

/** Only the first part of a key has a description of its group. */
function groupComment(name: string, indent: string): string[] {
  const [, help] = Object.entries(groups).find(([group]) => group === name) ?? [];
  return help === undefined ? [] : comment(sentence(help), indent);
}

const longestLine = 140;

/** A doc comment on one line, or wrapped onto several, of which none has only one word. */
function comment(text: string, indent: string): string[] {
  const short = `${indent}/** ${text} */`;
  if (short.length <= longestLine) return [short];
  const start = `${indent} * `;
  let lines: string[];
  let width = longestLine - start.length;
  do lines = wrap(text, width--);
  while (lines.at(-1)?.includes(' ') === false);
  return [`${indent}/**`, ...lines.map((line) => start + line), `${indent} */`];
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function defaultCell(key: SettingKey): string {
  const setting = settingOf(key);
  const inCode = describeDefault(setting, 'free') ?? '';
  if (setting.commandLineDefault !== undefined) return `${code(String(setting.commandLineDefault))}; in code ${inCode}`;
  return setting.defaultText ?? code(inCode);
}

function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

function code(text: string): string {
  return `\`${text}\``;
}
