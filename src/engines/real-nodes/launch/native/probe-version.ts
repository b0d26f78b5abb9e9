import { DevnetError } from '../../../../base/error.js';
import type { Program } from '../launcher.js';
import { programNames } from '../program-names.js';
import { signalGroup } from './process-group.js';

export type Probe = {
  program: Program;
  file: string;
  /** All environment variables of the program. */
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
};

/** How many of the last lines of output an error shows. */
const shownLines = 20;

/**
 * Runs a program with the arguments that print its version.
 * @returns its output
 * @throws DevnetError MISSING if it cannot be started, fails or times out
 */
export async function probeVersion({ program, file, env, timeoutMs }: Probe): Promise<string> {
  const { setting, versionArgs } = programNames[program];
  const { execa } = await import('execa');
  const child = execa(file, versionArgs, {
    env,
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    stdin: 'ignore',
    all: true,
    maxBuffer: 1_000_000,
  });
  let late = false;
  // The whole group: otherwise the child of a wrapper script continues and keeps the output open.
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  }, timeoutMs);
  const result = await child;
  clearTimeout(timer);
  const { exitCode, signal, all = '' } = result;
  if (exitCode === 0) return all;
  const command = [file, ...versionArgs].join(' ');
  const how = late
    ? `did not answer within ${timeoutMs} ms`
    : signal !== undefined
      ? `was ended by ${signal}`
      : exitCode !== undefined
        ? `ended with status ${exitCode}`
        : `cannot be started: ${result.originalMessage ?? result.shortMessage}`;
  const output = all.split('\n').slice(-shownLines).join('\n').trim();
  throw new DevnetError('MISSING', `${program}: ${command} ${how}`, {
    field: setting,
    expected: 'a program that reports its version',
    received: output === '' ? 'no output' : output,
    hint: output === '' ? `run it by hand: ${command}` : `it wrote: ${output}`,
    cause: result instanceof Error ? result : undefined,
  });
}
