import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '#dist/cli/create-program.js';
import { nodeSettingKeys } from '#dist/project/config/bitcoin-node/resolve.js';
import { flagName, negated, settingKeys } from '#dist/project/config/settings.js';
import { documentedExamples } from '../docs/examples.js';
import { silentContext } from './in-process.js';

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');
const cells = new Set([...document.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell));
const program = createProgram(silentContext({}));
const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));

test('default: the page lists every command', () => {
  const named = [...cells].filter((cell) => !cell.startsWith('--')).map((cell) => cell.replace(/ [<[].*$/, ''));
  const paths = leaves.map((command) =>
    [command.parent === program ? '' : command.parent?.name(), command.name()].filter(Boolean).join(' '),
  );
  expect([...new Set(named.map((name) => name.replace(/^faucet .*/, 'faucet')))].toSorted()).toEqual(paths.toSorted());
});

test('default: the page lists every flag that is no setting', () => {
  const settings = new Set([
    ...settingKeys.flatMap((key) => [flagName(key), negated(flagName(key))]),
    // docs/bitcoin.md lists them.
    ...nodeSettingKeys.map((key) => `--${key}`),
  ]);
  const flags = [...program.options, ...leaves.flatMap((command) => command.options)]
    .filter((option) => !option.hidden)
    .map((option) => option.flags.replace(/^-\w, /, ''));
  const listed = new Set([...cells].filter((cell) => cell.startsWith('--')).map((cell) => cell.split(' ')[0]));
  const needed = new Set(flags.map((flag) => flag.split(' ')[0] ?? '').filter((flag) => !settings.has(flag)));
  expect([...listed].toSorted()).toEqual([...needed].toSorted());
});

/** The command lines in the shell examples of all pages. */
const commandLines = documentedExamples()
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => [...code.matchAll(/(?<=\bstacks-devnet |npm run devnet -- )[^\n#]*/g)])
  .map(([line]) => line.trim());

test('default: the examples are found', () => {
  expect(commandLines).toEqual(expect.arrayContaining(['exec -- npm test', 'up --rate-limit standard', 'keys create "the suite"']));
});

test.each(commandLines)('behavior: the command line accepts the example %s', async (line) => {
  const taken = createProgram(silentContext({}));
  const done: string[] = [];
  const forget = (command: typeof taken): void => {
    command.action(() => void done.push(command.name()));
    for (const nested of command.commands) forget(nested);
  };
  for (const command of taken.commands) forget(command);
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  await taken.parseAsync(words, { from: 'user' });
  expect(done).toHaveLength(1);
});
