import { availableParallelism } from 'node:os';
import { invalid } from '../../base/error.js';
import { type SettingKey, schema, textKeys } from '../../project/config.js';
import { examplesText } from '../examples.js';
import { addSettingOption, settingFlags } from '../setting-options.js';
import { wholeFlag } from '../whole-flag.js';
import type { AddCommands } from './tools.js';

/** Each mutant has an embedded network of its own, whose coverage the command needs. */
const isOfMutant = (key: SettingKey): boolean =>
  schema[key].ofNetwork && !/^(?:engine|coverage|state|loadState|fork|signers|images|binaries|docker|compose|external)(?:$|\.)/.test(key);

type MutateFlags = Record<string, unknown> & {
  threshold: string;
  tests?: string[];
  contract?: string[];
  workers: string;
  timeout?: string;
  json?: string;
  sarif?: string;
};

/** Adds the command that tests the tests. */
export const addMutateCommand: AddCommands = (program, { context, isNeeded, options, exitWith }) => {
  const command = program
    .command('mutate')
    .description('change the contracts of the project in one place at a time, and report the changes that no test detects')
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'command that runs the tests; names of test files are added to it')
    .option('--threshold <percent>', 'fail if the share of detected mutants is below', '0')
    .option('--contract <name>', 'mutate this contract only (repeatable)', collect)
    .option(
      '--tests <path>',
      'test file, or folder with test files, that may run alone (repeatable; default: all *.test.* and *.spec.*)',
      collect,
    )
    .option('--workers <n>', 'number of mutants that run at the same time', `${availableParallelism()}`)
    .option('--timeout <seconds>', 'longest time for the tests of a mutant (default: 10 s, and three times what the whole suite takes)')
    .option('--json <file>', 'write the report as JSON to a file; without a file, print it')
    .option('--sarif <file>', 'write what no test detects to a file in SARIF 2.1.0')
    .addHelpText(
      'after',
      () => `${examplesText([
        ['mutate -- npm test'],
        ['mutate --contract vault --threshold 80 -- npx vitest run --bail 1'],
        ['mutate --json mutants.json --sarif mutants.sarif -- npm test'],
      ])}

";; mutate-ignore" in a contract silences the mutants of its line, or alone on a line those of the next expression.
Exits with 1 if the score is below the threshold, or if the tests fail without a mutant.`,
    );
  if (isNeeded('mutate')) for (const key of textKeys) if (isOfMutant(key)) addSettingOption(command, key, 'free');
  command.action(async (words: string[], flags: MutateFlags) => {
    const { mutate } = await import('../commands/mutate.js');
    const { threshold, tests, contract, workers, timeout, json, sarif } = flags;
    const chosen = {
      flags: settingFlags(flags),
      threshold: readPercent('--threshold', threshold),
      tests,
      contracts: contract,
      workers: wholeFlag('--workers', workers, 1, 256),
      timeoutSeconds: timeout === undefined ? undefined : wholeFlag('--timeout', timeout, 1, 86_400),
      json,
      sarif,
    };
    exitWith(await mutate(words, chosen, context, options()));
  });
};

function readPercent(flag: string, text: string): number {
  const value = /^\d+(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(value <= 100)) throw invalid(flag, 'a percentage from 0 to 100', text);
  return value;
}

function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
