import type { Command } from 'commander';
import { byName } from '../../devnet/accounts.js';
import { readAccounts } from '../../devnet/connected/answers.js';
import type { GatewayClient } from '../../devnet/connected/gateway-client.js';
import type { Json } from '../../json.js';
import { once } from '../../once.js';
import { type AnyCodec, object, type People, read } from '../../operations/codec.js';
import { commandFields } from '../../operations/command-fields.js';
import type { AnyOperation, CommandLine } from '../../operations/operation.js';
import { ofCallers } from '../../operations/schema-check.js';
import { snapshots } from '../../operations/snapshots.js';
import { network } from '../../operations/status.js';
import { rows } from '../../operations/table.js';
import { answersOf, ask } from '../ask.js';
import type { AddCommands } from './tools.js';

/** What the groups of commands do. */
const GROUPS: Readonly<Record<string, string>> = {
  snapshot: 'save the state of the whole network, and restore it',
  chaos: 'make the network misbehave on purpose, and end that',
  sbtc: 'sBTC: balances, deposits, withdrawals and the bridge',
  state: 'set balances, tokens, variables, map entries, nonces and times (embedded engine)',
};

/** Adds a command for each operation that has one. */
export const addOperationCommands: AddCommands = (program, { output, gateway, exitWith }) => {
  for (const [name, row] of rows) {
    if (row.cli === undefined || row.cli.byHand) continue;
    const command = commandOf(program, row.cli);
    const { args, flags } = commandFields(row, row.cli);
    command.description(row.summary.charAt(0).toLowerCase() + row.summary.slice(1));
    for (const [field, codec] of args) {
      const { word = field, optional, isNullable, schema } = codec;
      command.argument(optional || isNullable ? `[${word}]` : `<${word}>`, schema.description);
    }
    for (const [flag, , codec] of flags) command.option(usageOf(flag, codec), codec.schema.description);
    if (row.cli.help !== undefined) command.addHelpText('after', `\n${row.cli.help}`);
    command.action(async (...given: unknown[]) => {
      const client = await gateway();
      const people = peopleOf(client);
      const options = given[args.length] as Record<string, unknown>;
      const words = [
        ...args.map(([field, codec], index) => [field, codec, given[index], field] as const),
        ...flags.map(([flag, field, codec]) => [field, codec, options[camel(flag)], `--${flag}`] as const),
      ];
      const written = Object.fromEntries(words.flatMap(([field, , word]) => (word === undefined ? [] : [[field, word]])));
      const input = await inputOf(row, words, people);
      const { body, answer } = await ask(client, row, input);
      const { exitOf, jsonOf, say } = await import('../say/say.js');
      if (output().json) {
        output().object(jsonOf(name, answersOf(row).output === undefined ? undefined : body, input, written));
        exitWith(exitOf(body));
      } else exitWith(say(name, answer(), written, output()));
    });
  }
};

/** Returns the command of a path of words, with the groups above it. */
function commandOf(program: Command, { command: path }: CommandLine): Command {
  const words = path.split(' ');
  const last = words.pop() ?? '';
  const parent = words.reduce((above, word) => {
    const known = above.commands.find((command) => command.name() === word);
    return known ?? above.command(word).description(GROUPS[word] ?? '');
  }, program);
  return parent.command(last);
}

/** Reads the words of a command line. @throws DevnetError INVALID_INPUT that names the argument or flag */
async function inputOf(
  { input }: AnyOperation,
  words: readonly (readonly [field: string, codec: AnyCodec, word: unknown, name: string])[],
  people: People,
): Promise<Record<string, unknown>> {
  const given: Record<string, Json> = {};
  for (const [field, { parse, resolve = parse, schema, isNullable }, word, name] of words) {
    if (word === undefined && isNullable) given[field] = null;
    if (word === undefined) continue;
    const value: Json = resolve === undefined || typeof word !== 'string' ? word : await resolve(word, name, people);
    // The error has the name that was written.
    read({ schema }, value, ofCallers, name);
    given[field] = value;
  }
  return read(object(input), given, ofCallers, 'arguments') as Record<string, unknown>;
}

/** What texts may refer to, read when one does. */
function peopleOf(gateway: GatewayClient): People {
  return {
    accounts: once(async () => byName(readAccounts((await ask(gateway, network.balances)).body))),
    snapshots: async () => (await ask(gateway, snapshots.snapshots)).answer().snapshots,
  };
}

/** A switch has no value: `--stacking`, or `--no-wait` for one that is on. */
function usageOf(flag: string, { schema }: AnyCodec): string {
  const isSwitch = 'type' in schema && schema.type === 'boolean';
  if (!isSwitch) return `--${flag} <${placeholder(flag)}>`;
  return schema.default === true ? `--no-${flag}` : `--${flag}`;
}

function camel(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function placeholder(flag: string): string {
  return flag.split('-').at(-1) ?? flag;
}
