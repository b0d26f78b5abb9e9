import { ownCommand } from '#platform/own-command.js';
import { flagName } from '../../project/config.js';
import { endKey, listKeys, makeKey } from '../commands/keys.js';
import { examplesText } from '../examples.js';
import { settingFlags, settingOption } from '../setting-options.js';
import type { AddCommands } from './tools.js';

/** Adds the commands about this machine, which need no running devnet. */
export const addMachineCommands: AddCommands = (program, { context, output }) => {
  const doctorKeys = ['engine', 'binaries.bitcoind', 'binaries.stacksNode', 'binaries.stacksSigner', 'cache.dir'] as const;
  const doctor = program.command('doctor').description('check what each engine needs, and print the commands that install what is missing');
  for (const key of doctorKeys) doctor.addOption(settingOption(key, flagName(key)));
  doctor.option('--report', 'print versions, engines and settings without secrets as Markdown, for a report of a fault');
  doctor.action(async ({ report, ...options }: Record<string, unknown>) => {
    const { doctor: examine } = await import('../commands/doctor.js');
    await examine(settingFlags(options), context, output(), { report: report === true });
  });

  program
    .command('init')
    .description('write a commented devnet.config.ts and a first test for Vitest, Jest or node:test')
    .option('--agents', 'also write AGENTS.md, which explains the network to coding agents')
    .option('--simnet', 'instead change the configuration of Vitest or Jest: a suite of clarinet-sdk then uses the simnet of this package')
    .action(async ({ agents = false, simnet = false }: { agents?: boolean; simnet?: boolean }) => {
      if (simnet) {
        const { initSimnet } = await import('../commands/init-simnet.js');
        await initSimnet(context, output(), { agents });
        return;
      }
      const { init } = await import('../commands/init.js');
      await init(context, output(), { agents });
    });

  program
    .command('completion')
    .description('print a script with which a shell completes commands and flags')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', () => examplesText([[() => `source <(${ownCommand('completion bash')})`]]))
    .action(async (shell: string) => {
      const { completionScript } = await import('../completion.js');
      context.stdout.write(completionScript(program, shell));
    });

  program
    .command('clean')
    .description('remove caches and what killed runs left, and print what was removed')
    .option('--keep-cache', 'keep the caches, which make later boots fast')
    .addOption(settingOption('cache.dir', flagName('cache.dir')))
    .action(async (options: Record<string, unknown>) => {
      const { clean } = await import('../commands/clean.js');
      await clean(settingFlags(options), context, output(), { keepCache: options['keepCache'] === true });
    });

  const keys = program.command('keys').description('manage API keys, which raise the rate limits of their holders (see --rate-limit)');
  const keyFile = () => settingOption('apiKeys.file', flagName('apiKeys.file'));
  keys
    .command('create')
    .description('create an API key and print it; it is never printed again')
    .argument('[name]', 'name to recognise the key by')
    .addOption(keyFile())
    .action(async (name: string | undefined, options: Record<string, unknown>) => {
      await makeKey(settingFlags(options), context, output(), name ?? '');
    });
  keys
    .command('list')
    .description('list the API keys')
    .addOption(keyFile())
    .action(async (options: Record<string, unknown>) => {
      await listKeys(settingFlags(options), context, output());
    });
  keys
    .command('revoke')
    .description('revoke an API key at once')
    .argument('<id>', 'id of the key, from "keys list"')
    .addOption(keyFile())
    .action(async (id: string, options: Record<string, unknown>) => {
      await endKey(settingFlags(options), context, output(), id);
    });
};
