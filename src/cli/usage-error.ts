import type { Command, CommanderError } from 'commander';
import { ownCommand } from '#platform/own-command.js';
import { DevnetError, invalid } from '../base/error.js';
import { hideSecrets } from '../base/show-value.js';
import { unknownName } from '../base/unknown-name.js';

/**
 * Converts an error that commander found in a command line.
 * @param command the command that the error is about
 * @param args the whole command line, without the program's own name
 */
export function usageError({ code, message }: CommanderError, command: Command, args: readonly string[]): DevnetError {
  const problem = hideSecrets(message.replace(/^error: /, ''));
  const name = /^unknown (?:option|command) '([^'=]+)/.exec(problem)?.[1];
  if (name !== undefined && code === 'commander.unknownOption')
    return missingDashes(name, command, args) ?? unknownFlag(name, command, args);
  if (name !== undefined && code === 'commander.unknownCommand') return unknownCommand(name, command);
  const missing = command.options.find(({ flags }) => problem === `required option '${flags}' not specified`);
  const usage = `Usage: ${command.createHelp().commandUsage(command)}`;
  if (missing?.long) return invalid(missing.long, missing.description, undefined, usage);
  return new DevnetError('INVALID_INPUT', `${problem.replace(/\.$/, '')}. ${usage}`, { expected: usage });
}

/** What other tools call commands of this one. No letters are alike. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['start', 'up'],
  ['run', 'up'],
  ['serve', 'up'],
  ['stop', 'down'],
  ['kill', 'down'],
  ['fund', 'faucet'],
  ['ps', 'status'],
]);

/** Creates the error for a word that is no command. @param parent the program, or a command with commands of its own */
export function unknownCommand(word: string, parent: Command): DevnetError {
  const names = parent.commands.map((command) => command.name());
  const advice = `The commands are ${names.join(', ')}.`;
  if (parent.parent !== null) return unknownName(word, `command of ${commandPath(parent)}`, names, advice);
  return unknownName(word, 'command', names, advice, OTHER_WORDS.get(word));
}

function unknownFlag(flag: string, command: Command, args: readonly string[]): DevnetError {
  const path = commandPath(command);
  // --ports takes nothing but auto: a suggestion with another value would fail, too.
  const isAuto = args[args.indexOf(flag) + 1] === 'auto' || args.includes(`${flag}=auto`);
  const flags = flagsOf(command).filter((known) => known !== '--ports' || isAuto);
  return unknownName(flag, `flag of ${path}`, flags, `"${ownCommand(`${path} --help`)}" lists its flags.`);
}

/** The error for `exec npm test --silent`: the flags of a command that `exec` or `mutate` runs need `--` before that command. */
function missingDashes(flag: string, command: Command, args: readonly string[]): DevnetError | undefined {
  const name = command.name();
  if ((name !== 'exec' && name !== 'mutate') || args.includes('--')) return undefined;
  const start = firstWord(args, args.indexOf(name) + 1, command);
  if (start === -1 || args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`)) < start) return undefined;
  // The flags of exec may contain passwords.
  const before = args.slice(0, start).length > 1 ? `${name} …` : name;
  const written = hideSecrets([ownCommand(), before, '--', ...args.slice(start).map(quote)].join(' '));
  const advice = `If it belongs to your command, write "--" before the command: ${written}`;
  return new DevnetError('INVALID_INPUT', `${flag}: unknown flag of ${name}. ${advice}`, {
    field: flag,
    expected: written,
    received: flag,
  });
}

/** Returns the index of the first argument that is neither a flag nor the value of one; -1 without any. */
function firstWord(args: readonly string[], from: number, command: Command): number {
  for (let index = from; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('-')) return index;
    if (ownOptions(command).some((option) => option.required && arg === option.long)) index++;
  }
  return -1;
}

function flagsOf(command: Command): string[] {
  return ownOptions(command).flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
}

/** The options of a command and those of the program, which it takes as well. */
function ownOptions(command: Command): readonly Command['options'][number][] {
  return command.parent === null ? command.options : [...command.options, ...ownOptions(command.parent)];
}

/** `node bitcoin` for that command; empty for the program itself. */
function commandPath(command: Command): string {
  if (command.parent === null) return '';
  return [commandPath(command.parent), command.name()].filter(Boolean).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
