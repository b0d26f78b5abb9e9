import type { Command } from 'commander';
import { once } from '../../base/async.js';
import type { GatewayClient } from '../../network/connected.js';
import { readAccounts } from '../../network/connected.js';
import { byName } from '../../network/devnet.js';
import type { AnyCodec, CommandLine, People } from '../../network/operations.js';
import {
  answeredBy,
  commandFields,
  describeForPeople,
  flagOf,
  type Given,
  network,
  readGiven,
  snapshots,
} from '../../network/operations.js';
import { ask } from '../ask.js';
import type { AddCommands } from './tools.js';

/** What the groups of commands do. */
const GROUPS: Readonly<Record<string, string>> = {
  snapshot: 'save the state of the whole network, and restore it',
  chaos: 'make the network misbehave on purpose, and end that',
  sbtc: 'sBTC: balances, deposits, withdrawals and the bridge',
  state: 'set balances, tokens, variables, map entries, nonces and times (embedded engine)',
};

/** Adds a command for each operation that has one. */
export const addOperationCommands: AddCommands = (program, { operations, output, gateway, exitWith }) => {
  for (const [name, row] of operations) {
    if (row.cli === undefined || row.cli.byHand) continue;
    const command = commandOf(program, row.cli);
    const { args, flags } = commandFields(row, row.cli);
    command.description(row.summary.charAt(0).toLowerCase() + row.summary.slice(1));
    for (const [field, codec] of args) {
      const { word = field, optional, isNullable } = codec;
      command.argument(optional || isNullable ? `[${word}]` : `<${word}>`, describeForPeople(codec));
    }
    for (const [flag, , codec] of flags) command.option(flagOf(flag, codec), describeForPeople(codec));
    if (row.cli.help !== undefined) command.addHelpText('after', `\n${row.cli.help}`);
    command.action(async (...given: unknown[]) => {
      const client = await gateway();
      const people = peopleOf(client);
      const options = given[args.length] as Record<string, unknown>;
      const words: Given[] = [
        ...args.map(([field, codec], index) => ({ field, codec, written: given[index] ?? unsaid(codec), name: field })),
        ...flags.map(([flag, field, codec]) => ({ field, codec, written: options[camel(flag)] ?? unsaid(codec), name: `--${flag}` })),
      ];
      const said = words.filter(({ written }) => written !== undefined);
      const written = Object.fromEntries(said.map((word) => [word.field, word.written]));
      const input = await readGiven(row, said, people);
      const { body, answer } = await ask(client, row, input);
      const { exitOf, jsonOf, say } = await import('../say/say.js');
      if (output().json) {
        output().object(jsonOf(name, answeredBy(row).output === undefined ? undefined : body, input, written));
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

/** What texts may refer to, read when one does. */
function peopleOf(gateway: GatewayClient): People {
  return {
    accounts: once(async () => byName(readAccounts((await ask(gateway, network.balances)).body))),
    snapshots: async () => (await ask(gateway, snapshots.snapshots)).answer().snapshots,
  };
}

/** What it means that an argument or flag is not there. */
function unsaid({ isNullable }: AnyCodec): null | undefined {
  return isNullable ? null : undefined;
}

function camel(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
