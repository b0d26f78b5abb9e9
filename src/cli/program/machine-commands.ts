import { flagName } from '../../config/schema.js';
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
};
