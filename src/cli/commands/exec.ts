import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Environment } from '#platform/environment.js';
import { loadSpawn } from '#platform/load-spawn.js';
import { networkEnvironment } from '#platform/network-environment.js';
import { DevnetError } from '../../base/error.js';
import { uptimeMs } from '../../base/uptime.js';
import type { Devnet } from '../../network/types.js';
import type { Flags } from '../../project/config.js';
import { environmentName, resolveConfig } from '../../project/config.js';
import { type CommandFault, checkCommand, commandFault, NOT_EXECUTABLE, NOT_FOUND } from '../check-command.js';
import type { Context, GlobalOptions } from '../context.js';
import { interrupted, signalName } from '../interrupted.js';
import { createOutput } from '../output.js';
import { reportError } from '../report.js';
import type { Termination } from '../termination.js';

/** The status of cmd.exe, which starts files with the extension `.cmd`, for a missing command. */
const notFoundOnWindows = 9009;

/**
 * `exec -- <command>`: starts a network on free ports, runs the command with `DEVNET_URL`, `DEVNET_STACKS_URL` and
 * `DEVNET_BITCOIN_URL` in its environment, and stops the network.
 * @returns the command's exit status, 128 + n after signal n, 126 or 127 if it cannot be started
 */
export async function exec(words: readonly string[], flags: Flags, context: Context, options: GlobalOptions): Promise<number> {
  const fault = await checkCommand(words[0] ?? '', context);
  if (fault !== undefined) return reportFault(fault, context, options);
  const output = createOutput(context, options);
  const onNotice = (line: string): void => output.note(line);
  const config = await resolveConfig({ flags, env: context.env, cwd: context.cwd, findProject: true, onNotice });
  const termination = context.termination();
  const isVerbose = config.logLevel === 'info';
  try {
    const [{ startNetwork }, { prepareForClients }] = await Promise.all([
      import('../../start/start-devnet.js'),
      import('../../start/gateway.js'),
    ]);
    await using devnet = await startNetwork(config, {
      signal: termination.signal,
      onProgress: (step) => isVerbose && output.note(step),
      onWarning: (message) => config.logLevel !== 'error' && output.warn(message),
    });
    // While the command starts.
    void prepareForClients(config);
    if (isVerbose) output.note(`ready in ${Math.round(uptimeMs())} ms: ${words.join(' ')}`);
    return await run(
      words,
      { ...context.env, ...networkEnvironment(devnet.urls, devnet.credentials ?? config.bitcoin), ...controlEnvironment(devnet) },
      context,
      options,
      termination,
    );
  } catch (error) {
    // The command never ran, so the status must not mean success.
    if (termination.signal.aborted && error instanceof DevnetError && error.code === 'ABORTED') return interrupted(termination);
    throw error;
  } finally {
    termination.dispose();
  }
}

/** The command needs the key of a network's control if the network has one. */
function controlEnvironment({ controlKey }: Devnet): Environment {
  return controlKey === undefined ? {} : { [environmentName('control.key')]: controlKey };
}

/** Runs the command in this terminal and passes signals on to it; the command decides when to end. */
async function run(
  [file = '', ...args]: readonly string[],
  env: Environment,
  context: Context,
  options: GlobalOptions,
  termination: Termination,
): Promise<number> {
  const spawn = await loadSpawn();
  if (termination.signal.aborted) return interrupted(termination);
  const child = spawn(file, args, { cwd: context.cwd, env, stdio: 'inherit' });
  const onAbort = (): void => {
    const name = signalName(termination);
    // A terminal has sent SIGINT to its whole process group, and many programs end at once at the second one.
    if (name !== 'SIGINT' || !context.stderr.isTTY) child.kill(name);
  };
  termination.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const [status, signal]: [number | null, NodeJS.Signals | null] = await ended(child);
    if (process.platform === 'win32' && status === notFoundOnWindows) return NOT_FOUND;
    return status ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'EACCES') throw error;
    return reportFault(commandFault(file, code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE), context, options);
  } finally {
    termination.signal.removeEventListener('abort', onAbort);
  }
}

function reportFault({ error, status }: CommandFault, context: Context, options: GlobalOptions): number {
  reportError(error, context, options);
  return status;
}

/** Resolves when the process has ended; rejects if it cannot be started. */
async function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  const [status, signal] = await once(child, 'exit');
  return [status, signal];
}
