import { type Command, Option } from 'commander';
import { ownCommand } from '#platform/own-command.js';
import { type SettingKey, settingKeys } from '../../project/config.js';
import { down } from '../commands/down.js';
import { exec } from '../commands/exec.js';
import { logs } from '../commands/logs.js';
import { nodeBitcoin } from '../commands/node-bitcoin.js';
import { nodeStacks } from '../commands/node-stacks.js';
import { replay } from '../commands/replay.js';
import { up } from '../commands/up.js';
import { upDetached } from '../commands/up-detached.js';
import { examplesText } from '../examples.js';
import { nodeFiles } from '../node-files.js';
import { nodeFlags, nodeOptionFlags } from '../node-options.js';
import { addSettingOption, addSettingOptions, settingFlags, settingOption } from '../setting-options.js';
import { unknownCommand } from '../usage-error.js';
import { wholeFlag } from '../whole-flag.js';
import { addZmqOptions, zmqNotifications } from '../zmq-options.js';
import type { AddCommands } from './tools.js';

/** The settings of a network without its gateway and faucets, besides its ports. */
/** The settings of a fork of Bitcoin. */
const bitcoinForkSettings: SettingKey[] = [
  'fork.bitcoin.url',
  'fork.bitcoin.height',
  'fork.offline',
  'fork.timeout',
  'cache.dir',
  'cache.enabled',
];
const stacksNodeSettings: readonly SettingKey[] = [
  'host',
  'allowedHosts',
  'project',
  'requirements.api',
  'requirements.fetch',
  'accounts.mnemonic',
  'accounts.count',
  'balances',
  'bootContracts',
  'coverage',
  'epoch',
  'epochs',
  ...settingKeys.filter((key) => key.startsWith('sbtc.')),
  'pox.rewardLength',
  'pox.prepareLength',
  ...settingKeys.filter((key) => key.startsWith('readOnly.')),
  'mining.stacks',
  'mining.bitcoin',
  'bitcoin.rpcUser',
  'bitcoin.rpcPassword',
  'bitcoin.files',
  'eventObservers',
  'impersonate',
  'cache.dir',
  'cache.enabled',
  'logLevel',
];

/** Adds the commands that start a network, stop it and show its logs. */
export const addRunCommands: AddCommands = (program, { context, args, isNeeded, options, output, gateway, exitWith }) => {
  addSettingOptions(program.command('up', { isDefault: true }), 'conventional')
    .description('start a network in the foreground; the default command')
    .option('-d, --detach', 'return when the network is ready; it runs in the background until "down"')
    .option('-w, --watch', 'restart the network when its Clarinet project changes; ports and accounts stay')
    .option('-q, --quiet', 'print the URLs only, without accounts, keys and hints')
    .option('--lease-seconds <n>', 'stop the network if nobody has called its control for so long')
    .addOption(new Option('--background').hideHelp())
    .allowExcessArguments()
    .addHelpText('after', () =>
      examplesText([
        ['up', 'run in the foreground; Ctrl-C stops it and cleans up'],
        ['up --detach && npm test', `run in the background; stop it with: ${ownCommand('down')}`],
        ['up --watch', 'restart when the Clarinet project in this folder changes'],
        ['up --ports auto --json', 'use free ports; the first line of stdout reports them'],
        ['up --mining-bitcoin 10000', 'mine a Bitcoin block every ten seconds'],
      ]),
    )
    .action(async (flags: Record<string, unknown>, command: Command) => {
      // A word that is no command arrives as an argument of the default command.
      const [word] = command.args;
      if (word !== undefined) throw unknownCommand(word, program);
      if (flags['detach'] === true && flags['background'] !== true) {
        exitWith(await upDetached(args, context, output()));
        return;
      }
      const background = flags['background'] === true;
      const text = flags['leaseSeconds'];
      const leaseSeconds = typeof text === 'string' ? wholeFlag('--lease-seconds', text, 1, 86_400) : undefined;
      const [watch, quiet] = [flags['watch'] === true, flags['quiet'] === true];
      await up(settingFlags(flags), context, options(), { background, watch, quiet, leaseSeconds });
    });

  program
    .command('down')
    .description('stop the devnet that "up" started last; succeeds if none runs')
    .option('--all', 'stop every devnet of this user')
    .action(async ({ all = false }: { all?: boolean }) => {
      await down(context, options(), output(), { all });
    });

  const ofExec = program.command('exec');
  if (isNeeded('exec')) addSettingOptions(ofExec, 'free');
  ofExec
    .description('start a network on free ports, run a command with its URLs in the environment, then stop the network')
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'command to run, with DEVNET_URL, DEVNET_STACKS_URL and DEVNET_BITCOIN_URL (with credentials)')
    .addHelpText('after', () => {
      const examples = examplesText([
        ['exec -- npm test'],
        ['exec --engine native -- node --test'],
        ["exec -- sh -c 'curl -fsS $DEVNET_URL/v2/info'"],
      ]);
      return `${examples}\n\nExits with the status of the command, or with 128 + n after signal n.`;
    })
    .action(async (words: string[], flags: Record<string, unknown>) => {
      exitWith(await exec(words, settingFlags(flags), context, options()));
    });

  program
    .command('logs')
    .description('print the log of the devnet of "up", or of one of its nodes')
    .argument('[service]', 'devnet (the default); with real nodes also bitcoind, stacks-node, …')
    .option('-f, --follow', 'print new lines as they come')
    .option('-n, --lines <n>', 'number of last lines to print', '200')
    .action(async (service: string | undefined, flags: { follow?: boolean; lines: string }) => {
      await logs(service, context, options(), flags);
    });

  const addFlags = (command: Command, keys: readonly SettingKey[]): Command => {
    for (const key of keys) addSettingOption(command, key);
    return command;
  };
  addFlags(program.command('replay'), [
    ...settingKeys.filter((key) => key.startsWith('fork.') && !key.startsWith('fork.bitcoin.')),
    'cache.dir',
    'cache.enabled',
  ])
    .description('execute a transaction of another network again, and say where it differs from what that network reported')
    .argument('<txid>', '64 hex digits, with or without 0x')
    .option(
      '-o, --out <file>',
      'write what it cost to a file: .svg is a flame graph, .speedscope.json for speedscope, .folded are folded stacks',
    )
    .addHelpText('after', () => {
      const examples = examplesText([
        ['replay <txid> --fork https://api.hiro.so'],
        ['replay <txid> --fork https://api.hiro.so --offline', 'from the cache, without the network'],
        ['replay <txid>', 'on the running network, a fork'],
      ]);
      return `${examples}\n\nExits with 1 if something differs.`;
    })
    .action(async (txid: string, flags: Record<string, unknown>) => {
      const { out, ...settings } = flags;
      exitWith(await replay(txid, settingFlags(settings), { out: out as string | undefined }, { context, output: output(), gateway }));
    });
  const node = program.command('node').description('run embedded nodes without a gateway; Bitcoin blocks are mined on request');
  const bitcoin = addFlags(node.command('bitcoin'), ['host', 'allowedHosts', 'logLevel', ...bitcoinForkSettings])
    .description('run the Bitcoin node alone')
    .addOption(settingOption('ports.bitcoin', '--port'))
    .addOption(settingOption('ports.bitcoinPeers', '--peers-port'))
    .addOption(settingOption('electrum.enabled', '--electrum'))
    .addOption(settingOption('ports.electrum', '--electrum-port'))
    .addOption(settingOption('bitcoin.rpcUser', '--rpc-user'))
    .addOption(settingOption('bitcoin.rpcPassword', '--rpc-password'))
    .addOption(settingOption('bitcoin.files', '--files'))
    .option('--datadir <folder>', 'keep chain, wallets and mempool in this folder; without it they are only in memory')
    .option('--debuglogfile <file>', "write the node's log to this file; 0 for none (default: debug.log in --datadir)")
    .option(
      '--rpccookiefile <file>',
      'write a user and a password for clients to this file; 0 for none (default: regtest/.cookie in --datadir)',
    )
    .option('--rest', "serve bitcoind's REST interface at the port of the RPC, without a password");
  addZmqOptions(bitcoin);
  bitcoin.action(async (flags: Record<string, unknown>) => {
    const names = {
      port: 'ports.bitcoin',
      peersPort: 'ports.bitcoinPeers',
      electrum: 'electrum.enabled',
      electrumPort: 'ports.electrum',
      rpcUser: 'bitcoin.rpcUser',
      rpcPassword: 'bitcoin.rpcPassword',
      files: 'bitcoin.files',
    } as const;
    const served = { rest: flags['rest'] === true, zmq: zmqNotifications(flags), files: nodeFiles(flags, context.cwd) };
    await nodeBitcoin(settingFlags(flags, names), nodeFlags(flags), served, context, output());
  });
  for (const option of nodeOptionFlags()) bitcoin.addOption(option);
  addFlags(node.command('stacks'), stacksNodeSettings)
    .description('run both nodes')
    .addOption(settingOption('ports.stacks', '--port'))
    .addOption(settingOption('ports.bitcoin', '--bitcoin-port'))
    .addOption(settingOption('ports.bitcoinPeers', '--bitcoin-peers-port'))
    .action(async (flags: Record<string, unknown>) => {
      const names = { port: 'ports.stacks', bitcoinPort: 'ports.bitcoin', bitcoinPeersPort: 'ports.bitcoinPeers' } as const;
      await nodeStacks(settingFlags(flags, names), context, output());
    });
};
