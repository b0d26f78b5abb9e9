import { ownCommand } from '#platform/own-command.js';
import { kebab } from '../../base/words.js';
import type { SettingKey } from '../../project/config.js';
import { type PoolNumber, poolNumbers, textKeys } from '../../project/config.js';
import { examplesText } from '../examples.js';
import { addSettingOption, settingFlags } from '../setting-options.js';
import { wholeFlag } from '../whole-flag.js';
import type { AddCommands } from './tools.js';

/** Settings that a pool decides for each network, and those of its clients. */
const isOfPool = (key: SettingKey): boolean => !/^(?:ports\.|control\.|rateLimit|coverage$|pool)/.test(key);

type PoolFlags = Record<string, unknown> & Record<PoolNumber, string> & { quota: string[]; requireKey?: boolean; admin?: string };

/** Adds the command that hands out networks. */
export const addPoolCommand: AddCommands = (program, { context, isNeeded, output }) => {
  const command = program
    .command('pool')
    .description('hand out ready networks over HTTP, for example to the jobs of a CI')
    .option('--port <port>', 'port of the pool', `${poolNumbers.port.default}`)
    .option('--size <n>', 'largest number of networks at once', `${poolNumbers.size.default}`)
    .option('--spares <n>', 'number of networks to keep ready', `${poolNumbers.spares.default}`)
    .option(
      '--lease-seconds <n>',
      'time after which a network ends if its client does not renew the lease',
      `${poolNumbers.leaseSeconds.default}`,
    )
    .option('--quota <n|team=n>', 'largest number of networks of each team, or of one team (repeatable)', collect, [])
    .option('--require-key', 'callers need an API key, whose name is their team; always so if other machines can call')
    .option('--admin <team>', 'team that sees and ends the networks of all teams')
    .addHelpText('after', () =>
      examplesText([
        ['pool --size 16 --spares 4'],
        [() => 'DEVNET_POOL=http://127.0.0.1:3990 npx vitest'],
        [() => `${ownCommand('keys create web')} && ${ownCommand('pool --host 0.0.0.0 --quota 10 --quota web=20')}`],
      ]),
    );
  if (isNeeded('pool')) for (const key of textKeys) if (isOfPool(key)) addSettingOption(command, key, 'free');
  command.action(async (flags: PoolFlags) => {
    const { pool } = await import('../commands/pool.js');
    const numbers = {
      size: readWhole(flags, 'size'),
      spares: readWhole(flags, 'spares'),
      leaseSeconds: readWhole(flags, 'leaseSeconds'),
      port: readWhole(flags, 'port'),
    };
    const { requireKey = false, admin } = flags;
    await pool(settingFlags(flags), { ...numbers, quota: readQuota(flags.quota), requireKey, admin }, context, output());
  });
};

function collect(text: string, before: string[]): string[] {
  return [...before, text];
}

function readWhole(flags: PoolFlags, name: PoolNumber): number {
  const flag = `--${kebab(name)}`;
  const { min, max } = poolNumbers[name];
  return wholeFlag(flag, flags[name], min, max);
}

/** Returns the quota of a team: its own, else that of each team, else none. @throws DevnetError INVALID_INPUT */
function readQuota(texts: readonly string[]): (team: string) => number {
  const quotas = new Map<string, number>();
  for (const text of texts) {
    const at = text.lastIndexOf('=');
    quotas.set(at < 0 ? '' : text.slice(0, at), wholeFlag('--quota', text.slice(at + 1), 0, 10_000));
  }
  const each = quotas.get('') ?? Number.POSITIVE_INFINITY;
  return (team) => quotas.get(team) ?? each;
}
