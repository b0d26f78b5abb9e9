import { Command } from 'commander';
import { readManifest } from '../system/manifest.js';
import { connect } from './client.js';
import type { Context, GlobalOptions } from './context.js';
import { createOutput } from './output.js';
import { addClientCommands } from './program/client-commands.js';
import { addMachineCommands } from './program/machine-commands.js';
import { addRunCommands } from './program/run-commands.js';
import type { Tools } from './program/tools.js';
import { isColored } from './style.js';

const afterHelp = `
Examples:
  stacks-devnet                                boot the network and stay in the foreground
  stacks-devnet up --detach                    boot it, and return when it is ready
  stacks-devnet faucet stx ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG
  stacks-devnet mine 6                         six Bitcoin blocks and the Stacks tenures that follow
  stacks-devnet snapshot save clean            and later: stacks-devnet snapshot restore clean
  stacks-devnet exec -- npm test               a network for one command
  npm run devnet -- mine 3                     the same program through npm

Commands find the devnet by --url, then DEVNET_URL, then the last running "up", then port 3999.
Settings come from flags, then DEVNET_* in the environment, then devnet.config.{ts,js,mjs,json}, then defaults.

Exit status:
  0 done, also after Ctrl-C   1 failed   2 usage or configuration   3 no devnet reachable
  4 port taken                5 deadline passed                     6 the engine lacks something
  exec ends with the status of its command
`;

/** The command line as commander knows it. */
export function createProgram(
  context: Context,
  { args = [], endWith = () => undefined }: Partial<Pick<Tools, 'args' | 'endWith'>> = {},
): Command {
  const program = new Command('stacks-devnet');
  const options = () => program.opts<GlobalOptions>();
  const tools: Tools = {
    context,
    args,
    options,
    output: () => createOutput(context, options()),
    client: () => connect(context, options()),
    endWith,
  };
  program
    .description('A local Bitcoin regtest and Stacks network for test suites.')
    .version(readManifest().version, '--version')
    .option('--json', 'results as JSON, one object per line')
    .option('--url <url>', 'the gateway of the devnet to talk to')
    .option('--no-color', 'no colours; NO_COLOR in the environment does the same')
    .addHelpText('after', afterHelp)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: () => undefined, // the error is thrown too, and reported like every other
      getOutHasColors: () => isColored(context.stdout, context.env, options()),
      getErrHasColors: () => isColored(context.stderr, context.env, options()),
    })
    .showSuggestionAfterError()
    .exitOverride();
  for (const add of [addRunCommands, addClientCommands, addMachineCommands]) add(program, tools);
  return program;
}
