import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { once } from '../../../../base/async.js';
import { DevnetError, throwIfAborted } from '../../../../base/error.js';
import type { Launcher } from '../launcher.js';
import { openEnvironment } from './environment.js';
import { type FoundProgram, findPrograms, type ProgramsOptions } from './programs.js';
import { sweepRuns } from './run-folder.js';

export type NativeLauncherOptions = ProgramsOptions & {
  /** The parent of the folders of runs. Folders of dead runs are removed. */
  stateDir: string;
};

/**
 * Launches the services of a network as processes of this machine. Each leads a process group. If this process ends without
 * closing an environment, even by SIGKILL, a watchdog ends the services of the environment.
 * @example
 * const launcher = createNativeLauncher({ binaries: {}, environment: { PATH: '/usr/bin' }, stateDir: '/var/tmp/devnet' });
 */
export function createNativeLauncher(options: NativeLauncherOptions): Launcher {
  // A failure is not cached: a missing program may be installed by the next call.
  const programs = once(() => findPrograms(options));
  const runsFolder = path.join(options.stateDir, 'native');
  return {
    name: 'native',
    async programs() {
      refuseWindows();
      const found = await programs();
      return { bitcoind: info(found.bitcoind), 'stacks-node': info(found['stacks-node']), 'stacks-signer': info(found['stacks-signer']) };
    },
    async open(plan) {
      throwIfAborted(plan.signal);
      const ended = await sweepRuns(runsFolder);
      if (ended > 0) plan.onProgress?.(`ended ${ended} ${ended === 1 ? 'process' : 'processes'} of an earlier run`);
      const folder = path.join(runsFolder, `${process.pid}-${randomBytes(6).toString('hex')}`);
      return openEnvironment({ folder, runsFolder, plan, env: options.environment, programs });
    },
  };
}

function info({ file: _file, ...rest }: FoundProgram): Omit<FoundProgram, 'file'> {
  return rest;
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return;
  throw new DevnetError('UNSUPPORTED', 'the native engine needs process groups, which Windows does not have', {
    hint: 'Use the embedded or the docker engine, or WSL.',
  });
}
