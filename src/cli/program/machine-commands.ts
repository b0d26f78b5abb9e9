import { flagName } from '../../config/schema.js';
import { endKey, listKeys, makeKey } from '../commands/keys.js';
import { settingFlags, settingOption } from '../setting-options.js';
import type { AddCommands } from './tools.js';

/** What is about this machine, whether a devnet runs or not. */
export const addMachineCommands: AddCommands = (program, { context, output }) => {
  const doctorKeys = ['engine', 'binaries.bitcoind', 'binaries.stacksNode', 'binaries.stacksSigner', 'cache.dir'] as const;
  const doctor = program.command('doctor').description('what this machine has and lacks for each engine, and the command that would help');
  for (const key of doctorKeys) doctor.addOption(settingOption(key, flagName(key)));
  doctor.action(async (options: Record<string, unknown>) => {
    const { doctor: examine } = await import('../commands/doctor.js');
    await examine(settingFlags(options), context, output());
  });

  program
    .command('clean')
    .description('remove what dead runs left, and the caches, and say what was removed')
    .option('--keep-cache', 'leave the caches, which make later boots quick')
    .addOption(settingOption('cache.dir', flagName('cache.dir')))
    .action(async (options: Record<string, unknown>) => {
      const { clean } = await import('../commands/clean.js');
      await clean(settingFlags(options), context, output(), { keepCache: options['keepCache'] === true });
    });

  const keys = program
    .command('keys')
    .description('API keys, which raise the limits of their holders where a rate limit policy is on (--rate-limit)');
  const keyFile = () => settingOption('apiKeys.file', flagName('apiKeys.file'));
  keys
    .command('create')
    .description('make a key and show it, this once')
    .argument('[name]', 'what it is for', '')
    .addOption(keyFile())
    .action(async (name: string, options: Record<string, unknown>) => {
      await makeKey(settingFlags(options), context, output(), name);
    });
  keys
    .command('list')
    .description('which keys there are')
    .addOption(keyFile())
    .action(async (options: Record<string, unknown>) => {
      await listKeys(settingFlags(options), context, output());
    });
  keys
    .command('revoke')
    .description('make a key useless, at once')
    .argument('<id>', 'its id, as keys list tells it')
    .addOption(keyFile())
    .action(async (id: string, options: Record<string, unknown>) => {
      await endKey(settingFlags(options), context, output(), id);
    });
};
