import { DevnetError } from '../../error.js';
import type { Program } from '../launch/launcher.js';
import { programNames } from '../launch/program-names.js';
import { signalGroup } from './process-group.js';

export type Probe = {
  program: Program;
  file: string;
  /** The whole environment that the program gets. */
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
};

/** As many last lines of output as an error tells. */
const shownLines = 20;

/**
 * Asks a program for its version.
 * @returns what it wrote
 * @throws DevnetError MISSING when it cannot be started, fails or does not answer in time
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
  // The whole group, since a wrapper script's child would go on and hold the output open.
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
    expected: 'a program that tells its version',
    received: output === '' ? 'no output' : output,
    hint: output === '' ? `run it by hand: ${command}` : `it wrote: ${output}`,
    cause: result instanceof Error ? result : undefined,
  });
}
