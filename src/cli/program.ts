import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { isRecord } from '../config/kind.js';
import { nearest } from '../config/nearest.js';
import { flagName } from '../config/schema.js';
import { DevnetError } from '../error.js';
import type { Context, GlobalOptions } from './context.js';
import { createOutput } from './output.js';
import { addSettingOptions, settingFlags, settingOption } from './setting-options.js';
import { isColored } from './style.js';

const afterHelp = `
Examples:
  stacks-devnet                                boot the network and stay in the foreground
  stacks-devnet up --ports auto --json         free ports; the first line tells them
  stacks-devnet faucet stx ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG
  stacks-devnet mine 6                         six Bitcoin blocks and the Stacks tenures that follow
  npm run devnet -- mine 3                     the same program through npm

Commands find the devnet by --url, then DEVNET_URL, then the last running "up", then port 3999.
Settings come from flags, then DEVNET_* in the environment, then devnet.config.{ts,js,mjs,json}, then defaults.

Exit status:
  0 done, also after Ctrl-C   1 failed   2 usage or configuration   3 no devnet reachable
  4 port taken                5 deadline passed                     6 the engine lacks something
`;

/** The command line as commander knows it; each command loads its own code only when it runs. */
export function createProgram(context: Context): Command {
  const program = new Command('stacks-devnet');
  const global = () => program.opts<GlobalOptions>();
  const output = () => createOutput(context, global());
  const client = async () => (await import('./client.js')).connect(context, global());
  program
    .description('A local Bitcoin regtest and Stacks network for test suites.')
    .version(version(), '--version')
    .option('--json', 'results as JSON, one object per line')
    .option('--url <url>', 'the gateway of the devnet to talk to')
    .option('--no-color', 'no colours; NO_COLOR in the environment does the same')
    .addHelpText('after', afterHelp)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: () => undefined, // the error is thrown too, and reported like every other
      getOutHasColors: () => isColored(context.stdout, context.env, global()),
      getErrHasColors: () => isColored(context.stderr, context.env, global()),
    })
    .showSuggestionAfterError()
    .exitOverride();

  addSettingOptions(program.command('up', { isDefault: true }))
    .description('boot the network and stay in the foreground; the default')
    .allowExcessArguments()
    .action(async (options: Record<string, unknown>, command: Command) => {
      refuseUnknownCommand(command.args[0], program);
      const { up } = await import('./commands/up.js');
      await up(settingFlags(options), context, output());
    });

  program
    .command('status')
    .description('what runs, and how far the chains are')
    .action(async () => {
      const { status } = await import('./commands/status.js');
      await status(await client(), output());
    });

  program
    .command('accounts')
    .description('the funded accounts; --json tells their keys')
    .action(async () => {
      const { accounts } = await import('./commands/accounts.js');
      await accounts(await client(), output());
    });

  program
    .command('faucet')
    .description('send 1 BTC or 500 STX (or as configured) and wait for the block')
    .argument('<chain>', 'btc or stx')
    .argument('<address>', 'who gets it: a regtest Bitcoin address, or a testnet Stacks address or contract')
    .option('--stacking', 'STX: what one solo stacker needs')
    .option('--no-wait', 'do not wait for the block')
    .action(async (chain: string, address: string, options: { stacking?: boolean; wait?: boolean }) => {
      const { faucet } = await import('./commands/faucet.js');
      await faucet(await client(), output(), chain, address, options);
    });

  program
    .command('mine')
    .description('mine Bitcoin blocks and the Stacks tenures that follow, or Stacks blocks')
    .argument('[n]', 'how many', '1')
    .option('--stacks', 'Stacks blocks in the current tenure')
    .action(async (count: string, options: { stacks?: boolean }) => {
      const { mine } = await import('./commands/mine.js');
      await mine(await client(), output(), count, options.stacks ? 'stacks' : 'bitcoin');
    });

  const doctorKeys = ['engine', 'binaries.bitcoind', 'binaries.stacksNode', 'binaries.stacksSigner', 'cache.dir'] as const;
  const doctor = program.command('doctor').description('what this machine has and lacks for each engine, and the command that would help');
  for (const key of doctorKeys) doctor.addOption(settingOption(key, flagName(key)));
  doctor.action(async (options: Record<string, unknown>) => {
    const { doctor: examine } = await import('./commands/doctor.js');
    await examine(settingFlags(options), context, output());
  });

  const node = program.command('node').description('run embedded nodes without gateway; Bitcoin blocks come on request');
  node
    .command('bitcoin')
    .description('the Bitcoin node alone')
    .addOption(settingOption('ports.bitcoin', '--port'))
    .addOption(settingOption('bitcoin.rpcUser', '--rpc-user'))
    .addOption(settingOption('bitcoin.rpcPassword', '--rpc-password'))
    .action(async (options: Record<string, unknown>) => {
      const { nodeBitcoin } = await import('./commands/node-bitcoin.js');
      const names = { port: 'ports.bitcoin', rpcUser: 'bitcoin.rpcUser', rpcPassword: 'bitcoin.rpcPassword' } as const;
      await nodeBitcoin(settingFlags(options, names), context, output());
    });
  node
    .command('stacks')
    .description('both nodes')
    .addOption(settingOption('ports.stacks', '--port'))
    .addOption(settingOption('ports.bitcoin', '--bitcoin-port'))
    .addOption(settingOption('eventObservers', '--event-observer'))
    .action(async (options: Record<string, unknown>) => {
      const { nodeStacks } = await import('./commands/node-stacks.js');
      const names = { port: 'ports.stacks', bitcoinPort: 'ports.bitcoin' } as const;
      await nodeStacks(settingFlags(options, names), context, output());
    });
  return program;
}

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

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return isRecord(manifest) ? String(manifest['version']) : '';
}
