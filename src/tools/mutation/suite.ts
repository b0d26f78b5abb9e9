import type { Environment } from '#platform/environment.js';
import type { ResolvedConfig } from '../../project/config.js';
import { coverageFolderVariable, environmentName, type Flags, flagName, isSettingKey, reservedVariables } from '../../project/config.js';
import type { FolderCopy } from './copies.js';
import { type CommandResult, runCommand } from './run-command.js';

/** Runs the tests in copies of the project, each time beside a network of their own. */
export type Suite = {
  /**
   * @param run.worker the number of the copy
   * @param run.files the test files, added to the command @default the command as it is
   * @param run.coverage an empty folder for the coverage of all networks that run @default none is recorded
   */
  run(run: { worker: number; files?: readonly string[]; coverage?: string; timeoutMs: number }): Promise<CommandResult>;
  /** Starts and stops the network, and runs no test. */
  runNothing(run: { coverage: string; timeoutMs: number }): Promise<CommandResult>;
};

export type SuiteOptions = {
  /** The file of the command line, which Node runs. */
  program: string;
  copies: readonly FolderCopy[];
  /** Where the command runs in the original folder. */
  cwd: string;
  config: ResolvedConfig;
  /** The settings of the network that flags set. */
  flags: Flags;
  env: Environment;
  signal: AbortSignal;
};

/**
 * Runs a command by `exec`: a suite that connects to `DEVNET_URL` finds the network with the mutant there, and one that starts networks of
 * its own, or reads the files of contracts, finds the mutant in the copy of the project.
 */
export function createSuite(words: readonly string[], { program, copies, cwd, config, flags, env, signal }: SuiteOptions): Suite {
  const run = (
    worker: number,
    command: readonly string[],
    { coverage, timeoutMs }: { coverage?: string | undefined; timeoutMs: number },
  ) => {
    const copy = copies[worker];
    if (copy === undefined) throw new Error(`there is no worker ${worker}`);
    const settings = { ...flags, ...(typeof config.project === 'string' && { project: config.project }) };
    const args = Object.entries(settings).flatMap(([key, text]) => (text === undefined ? [] : [`${flagOf(key)}=${copy.toCopy(text)}`]));
    return runCommand([process.execPath, program, 'exec', ...args, '--', ...command], {
      cwd: copy.toCopy(cwd),
      env: { ...environmentIn(copy, env), ...(coverage !== undefined && { [coverageFolderVariable]: coverage }) },
      timeoutMs,
      signal,
    });
  };
  return {
    run: ({ worker, files = [], ...rest }) => run(worker, [...words, ...files], rest),
    runNothing: (rest) => run(0, [process.execPath, '-e', ''], rest),
  };
}

function flagOf(key: string): string {
  return isSettingKey(key) ? flagName(key) : `--${key}`;
}

/** Variables that name the folder, such as those of npm, name the copy. A list of folders, such as `PATH`, stays. */
function environmentIn(copy: FolderCopy, env: Environment): Environment {
  const left = new Set<string>([...reservedVariables, environmentName('coverage')]);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (left.has(name) || value === undefined ? [] : [[name, copy.toCopy(value)]])),
  );
}
