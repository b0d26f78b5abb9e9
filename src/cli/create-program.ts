import { Command } from 'commander';
import { readManifest } from '#platform/manifest.js';
import { ownCommand } from '#platform/own-command.js';
import { rows } from '../network/operations.js';
import { connectDevnet, connectGateway } from './client.js';
import type { Context, GlobalOptions } from './context.js';
import { examplesText } from './examples.js';
import { createOutput } from './output.js';
import { addClientCommands } from './program/client-commands.js';
import { addContractCommands } from './program/contract-commands.js';
import { addMachineCommands } from './program/machine-commands.js';
import { addMcpCommand } from './program/mcp-command.js';
import { addMutateCommand } from './program/mutate-command.js';
import { addOperationCommands } from './program/operation-commands.js';
import { addPoolCommand } from './program/pool-command.js';
import { addRunCommands } from './program/run-commands.js';
import type { Tools } from './program/tools.js';
import { isColored } from './style.js';
import { usageError } from './usage-error.js';

const afterHelp = (): string => `${examplesText([
  ['', 'start a network in the foreground'],
  ['up --detach', 'start one in the background, and return when it is ready'],
  ['faucet stx wallet_1', 'pay an account or an address'],
  ['mine 6', 'mine six Bitcoin blocks and the Stacks tenures that follow'],
  ['call counter add u5 --as wallet_1', 'call a contract'],
  ['snapshot save clean', `save the state, for: ${ownCommand('snapshot restore clean')}`],
  ['exec -- npm test', 'start a network for one command'],
])}

Commands find the devnet by --url, else DEVNET_URL, else the last running "up", else port 3999.
Settings come from flags, else DEVNET_* in the environment, else devnet.config.{ts,js,mjs,json}, else defaults.

Exit status:
  0 done, also after Ctrl-C   1 failed   2 wrong usage or configuration   3 no devnet reachable
  4 port in use               5 timed out                                 6 not supported, or something is missing
  exec exits with the status of its command
`;

/**
 * Creates the command line's parser.
 * @param options.args what it will parse @default every command has all of its flags
 * @param options.operations those that have commands @default all
 */
export function createProgram(
  context: Context,
  { args, exitWith = () => undefined, operations = rows }: Partial<Pick<Tools, 'args' | 'exitWith' | 'operations'>> = {},
): Command {
  const program = new Command('stacks-devnet');
  const options = () => program.opts<GlobalOptions>();
  const tools: Tools = {
    context,
    operations,
    args: args ?? [],
    // The flags of all commands are in the script of `completion`.
    isNeeded: (command) => args === undefined || args.includes(command) || args.includes('completion'),
    options,
    output: () => createOutput(context, options()),
    gateway: () => connectGateway(context, options()),
    devnet: () => connectDevnet(context, options()),
    exitWith,
  };
  program
    .description('Runs a local Bitcoin regtest and Stacks network for test suites.')
    .version(readManifest().version, '--version', 'print the version')
    .option('--json', 'print results as JSON, one object per line')
    .option('--url <url>', 'gateway of the devnet to talk to')
    .option('--no-color', 'print no colours, as with NO_COLOR in the environment')
    .helpOption('-h, --help', 'print help for the command')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', afterHelp)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: () => undefined, // errors are thrown as well, and reported like all others
      getOutHasColors: () => isColored(context.stdout, context.env, options()),
      getErrHasColors: () => isColored(context.stderr, context.env, options()),
    });
  for (const add of [
    addRunCommands,
    addClientCommands,
    addOperationCommands,
    addContractCommands,
    addMutateCommand,
    addPoolCommand,
    addMcpCommand,
    addMachineCommands,
  ])
    add(program, tools);
  throwUsageErrors(program, tools.args);
  return program;
}

/** Requests for help and the version are "errors" with exit code 0; a missing subcommand prints help, too. */
function throwUsageErrors(command: Command, args: readonly string[]): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 || error.code === 'commander.help' ? error : usageError(error, command, args);
  });
  for (const inner of command.commands) throwUsageErrors(inner, args);
}
