import { type Command, Option } from 'commander';
import { nearest } from '../../config/nearest.js';
import { DevnetError } from '../../error.js';
import { down } from '../commands/down.js';
import { exec } from '../commands/exec.js';
import { logs } from '../commands/logs.js';
import { nodeBitcoin } from '../commands/node-bitcoin.js';
import { nodeStacks } from '../commands/node-stacks.js';
import { up } from '../commands/up.js';
import { upDetached } from '../commands/up-detached.js';
import { addSettingOptions, settingFlags, settingOption } from '../setting-options.js';
import type { AddCommands } from './tools.js';

/** What runs a network, ends it and shows what it tells. */
export const addRunCommands: AddCommands = (program, { context, args, options, output, endWith }) => {
  addSettingOptions(program.command('up', { isDefault: true }))
    .description('boot the network and stay in the foreground; the default')
    .option('-d, --detach', 'return when it is ready; it goes on in the background until "down"')
    .addOption(new Option('--background').hideHelp())
    .allowExcessArguments()
    .addHelpText(
      'after',
      `
Examples:
  stacks-devnet up                             ready in the foreground; Ctrl-C ends it and leaves nothing
  stacks-devnet up --detach && npm test        returns when the network is ready; end it with: stacks-devnet down
  stacks-devnet up --ports auto --json         free ports; the first line of stdout tells them
  stacks-devnet up --mining-bitcoin 10000      a Bitcoin block every ten seconds`,
    )
    .action(async (flags: Record<string, unknown>, command: Command) => {
      refuseUnknownCommand(command.args[0], program);
      if (flags['detach'] === true && flags['background'] !== true) {
        endWith(await upDetached(args, context, output()));
        return;
      }
      await up(settingFlags(flags), context, options(), { background: flags['background'] === true });
    });

  program
    .command('down')
    .description('end the devnet that "up" started last; none is no error')
    .option('--all', 'end every one')
    .action(async ({ all = false }: { all?: boolean }) => {
      await down(context, options(), output(), { all });
    });

  addSettingOptions(program.command('exec'))
    .description('boot a network on free ports, run a command with its addresses in the environment, tear it down')
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'what to run; it gets DEVNET_URL, DEVNET_STACKS_URL and DEVNET_BITCOIN_URL (with credentials)')
    .addHelpText(
      'after',
      `
Examples:
  stacks-devnet exec -- npm test
  stacks-devnet exec --engine native -- node --test
  stacks-devnet exec -- sh -c 'curl -fsS $DEVNET_URL/v2/info'

Ends with the command's own status, or 128 + n after signal n.`,
    )
    .action(async (words: string[], flags: Record<string, unknown>) => {
      endWith(await exec(words, settingFlags(flags), context, options()));
    });

  program
    .command('logs')
    .description('what the devnet of "up" has told, or one of its nodes')
    .argument('[service]', 'devnet (the default); with real nodes also bitcoind, stacks-node, …')
    .option('-f, --follow', 'go on with what comes')
    .option('-n, --lines <n>', 'how many of the last lines', '200')
    .action(async (service: string | undefined, flags: { follow?: boolean; lines: string }) => {
      await logs(service, context, options(), flags);
    });

  const node = program.command('node').description('run embedded nodes without gateway; Bitcoin blocks come on request');
  node
    .command('bitcoin')
    .description('the Bitcoin node alone')
    .addOption(settingOption('ports.bitcoin', '--port'))
    .addOption(settingOption('bitcoin.rpcUser', '--rpc-user'))
    .addOption(settingOption('bitcoin.rpcPassword', '--rpc-password'))
    .action(async (flags: Record<string, unknown>) => {
      const names = { port: 'ports.bitcoin', rpcUser: 'bitcoin.rpcUser', rpcPassword: 'bitcoin.rpcPassword' } as const;
      await nodeBitcoin(settingFlags(flags, names), context, output());
    });
  node
    .command('stacks')
    .description('both nodes')
    .addOption(settingOption('ports.stacks', '--port'))
    .addOption(settingOption('ports.bitcoin', '--bitcoin-port'))
    .addOption(settingOption('eventObservers', '--event-observer'))
    .action(async (flags: Record<string, unknown>) => {
      const names = { port: 'ports.stacks', bitcoinPort: 'ports.bitcoin' } as const;
      await nodeStacks(settingFlags(flags, names), context, output());
    });
};

/** A word that is no command arrives as an argument of the default command. */
function refuseUnknownCommand(word: string | undefined, program: Command): void {
  if (word === undefined) return;
  const names = program.commands.map((command) => command.name());
  const near = nearest(word, names);
  throw new DevnetError('INVALID_INPUT', `unknown command ${JSON.stringify(word)}${near === undefined ? '' : `; did you mean ${near}?`}`, {
    field: 'command',
    expected: names.join(', '),
    received: word,
    hint: 'stacks-devnet --help tells all commands',
  });
}
