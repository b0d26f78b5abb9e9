import { createProgram } from '#dist/cli/create-program.js';
import { commandFields, flagOf } from '#dist/network/operations/command-fields.js';
import { rows } from '#dist/network/operations/table.js';
import { nodeSettingKeys } from '#dist/project/config/bitcoin-node/resolve.js';
import { flagName, negated, settingKeys } from '#dist/project/config/settings.js';
import type { Docstring } from './docstrings.js';
import { markdownTable } from './markdown-table.js';

type Program = ReturnType<typeof createProgram>;

/** The pages that say more about a command, by its path or the first word of it. */
const MORE: Record<string, string> = {
  accounts: 'money-and-time.md#who-owns-what',
  balance: 'code.md#read-a-balance',
  call: 'contracts.md#on-the-command-line',
  chaos: 'chaos.md',
  costs: 'debug.md#what-the-functions-of-contracts-cost',
  debug: 'debug.md#step-through-it-in-a-debugger',
  deploy: 'contracts.md#on-the-command-line',
  mcp: 'agents.md',
  mutate: 'coverage.md#mutation-testing',
  'node bitcoin': 'bitcoin.md',
  open: 'observe.md#in-a-browser',
  pool: 'ci.md#a-pool-of-networks',
  profile: 'debug.md#profile-the-costs',
  read: 'contracts.md#on-the-command-line',
  replay: 'fork.md#replay-a-transaction-of-another-network',
  sbtc: 'sbtc.md',
  send: 'contracts.md#on-the-command-line',
  snapshot: 'state.md',
  state: 'state.md#set-balances-tokens-nonces-and-contract-data',
  trace: 'debug.md#traces',
  types: 'contracts.md#types-for-the-compiler',
};

/** Replaces the tables of commands and flags in docs/cli.md. @param docs the docstrings of operations by name */
export function withCommands(page: string, docs: ReadonlyMap<string, Docstring>): string {
  const program = createProgram({ env: {}, stdout: { write: () => true }, stderr: { write: () => true } } as never);
  const commands = [['command', 'what it does', 'more'], ...leavesOf(program).map((leaf) => commandRow(program, leaf))];
  const flags = [['flag', 'of', 'meaning'], ...flagRows(program, docs)];
  return replaced(replaced(page, 'commands', markdownTable(commands)), 'flags', markdownTable(flags));
}

function replaced(page: string, mark: string, text: string): string {
  const part = new RegExp(`(?<=<!-- ${mark}: [^\\n]*-->\\n)[\\s\\S]*(?=\\n<!-- /${mark} -->)`);
  return page.replace(part, () => `\n${text}\n`);
}

/** The commands without those that only have others below them. */
function leavesOf(program: Program): Program[] {
  return program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command])) as Program[];
}

function pathOf(program: Program, leaf: Program): string {
  return [leaf.parent === program ? '' : leaf.parent?.name(), leaf.name()].filter(Boolean).join(' ');
}

function commandRow(program: Program, leaf: Program): string[] {
  const path = pathOf(program, leaf);
  const words = leaf.usage().replace(/^\[options\] ?/, '');
  const more = MORE[path] ?? MORE[path.split(' ')[0] ?? ''];
  return [
    `\`${`${path} ${words}`.trim()}\``,
    asCode(leaf.description()),
    more === undefined ? '' : `[${more.replace(/\.md.*/, '')}](${more})`,
  ];
}

/** The flags that are no settings, each with the commands that have it. */
function flagRows(program: Program, docs: ReadonlyMap<string, Docstring>): string[][] {
  const settings = new Set([
    ...settingKeys.flatMap((key) => [flagName(key), negated(flagName(key))]),
    ...nodeSettingKeys.map((key) => `--${key}`),
  ]);
  const said = wordsOfOperations(docs);
  const found = new Map<string, { flag: string; of: string[]; meaning: string }>();
  for (const leaf of [program, ...leavesOf(program)]) {
    const path = leaf === program ? 'all' : pathOf(program, leaf);
    for (const { flags, hidden, description, defaultValue } of leaf.options) {
      const flag = flags.replace(/^-\w, /, '');
      const [name = ''] = flag.split(' ');
      if (hidden || settings.has(name)) continue;
      const byDefault = defaultValue === undefined || name.startsWith('--no-') ? '' : ` (default: ${defaultValue})`;
      const meaning = said.get(`${path} ${flag}`) ?? `${description}${byDefault}`;
      const key = `${flag} ${meaning}`;
      const row = found.get(key) ?? { flag, of: [], meaning };
      row.of.push(path);
      found.set(key, row);
    }
  }
  return [...found.values()].map(({ flag, of, meaning }) => [`\`${flag}\``, of.map((path) => `\`${path}\``).join(', '), asCode(meaning)]);
}

/** What the docstrings of operations say of the flags of their commands. */
function wordsOfOperations(docs: ReadonlyMap<string, Docstring>): Map<string, string> {
  const said = new Map<string, string>();
  for (const [name, row] of rows) {
    if (row.cli === undefined || row.cli.byHand) continue;
    for (const [flag, field, codec] of commandFields(row, row.cli).flags) {
      const doc = docs.get(name)?.fields.get(field);
      if (!doc?.text) continue;
      const text = doc.text.replace(/\.$/, '');
      const byDefault = doc.byDefault === undefined ? '' : ` (default: ${doc.byDefault})`;
      said.set(`${row.cli.command} ${flagOf(flag, codec)}`, `${text.charAt(0).toLowerCase()}${text.slice(1)}${byDefault}`);
    }
  }
  return said;
}

/** Marks the names of variables and patterns of files as code. */
function asCode(text: string): string {
  return text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b|\*\.[\w.*]+/g, '`$&`');
}
