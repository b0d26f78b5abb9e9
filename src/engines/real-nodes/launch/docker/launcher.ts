import { randomBytes } from 'node:crypto';
import { once } from '../../../../base/async.js';
import { throwIfAborted } from '../../../../base/error.js';
import type { Launcher, Program } from '../launcher.js';
import { engineAddress } from './address.js';
import { connect } from './client.js';
import { openEnvironment } from './environment.js';
import type { Images } from './images.js';
import { type Labels, runLabels } from './labels.js';
import { allPrograms, findProgram, type ImageProgram } from './programs.js';
import { sweepRuns } from './runs.js';
import { createVersionCache } from './version-cache.js';

export type DockerLauncherOptions = {
  images: Images;
  /** `DOCKER_HOST`, `HOME` and `XDG_RUNTIME_DIR`, which locate the container engine. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The version of this package, for a label. */
  version: string;
  /** The cache for versions of programs in images. @default no cache */
  cache?: { dir: string; enabled: boolean } | undefined;
  /** Receives a line per step of a pull. */
  onProgress?: ((step: string) => void) | undefined;
};

/**
 * Launches the services of a network as containers, by Docker's API alone. Labels name the run and its process. After SIGKILL of that
 * process the containers continue, until the next start of any network removes them.
 * @example
 * const launcher = createDockerLauncher({ images: {}, environment: { HOME: '/home/me' }, version: '1.0.0' });
 */
export function createDockerLauncher({ images, environment, version, cache, onProgress }: DockerLauncherOptions): Launcher {
  const versions = cache?.enabled ? createVersionCache(cache.dir) : undefined;
  const client = once(async () => connect(await engineAddress(environment)));
  const createRun = async (): Promise<{ run: string; labels: Labels }> => {
    const run = randomBytes(6).toString('hex');
    return { run, labels: await runLabels(run, version) };
  };
  const find = async (name: Program): Promise<ImageProgram> => {
    const { labels } = await createRun();
    return findProgram(name, { client: await client(), images, labels, versions, onProgress });
  };
  const finders = {
    bitcoind: once(() => find('bitcoind')),
    'stacks-node': once(() => find('stacks-node')),
    'stacks-signer': once(() => find('stacks-signer')),
  };
  const program = (name: Program): Promise<ImageProgram> => finders[name]();
  return {
    name: 'docker',
    async programs() {
      const { bitcoind, 'stacks-node': node, 'stacks-signer': signer } = await allPrograms(program);
      return { bitcoind: info(bitcoind), 'stacks-node': info(node), 'stacks-signer': info(signer) };
    },
    async open(plan) {
      throwIfAborted(plan.signal);
      const connected = await client();
      const ended = await sweepRuns(connected);
      if (ended > 0) plan.onProgress?.(`ended ${ended} ${ended === 1 ? 'container' : 'containers'} of an earlier run`);
      return openEnvironment({ client: connected, ...(await createRun()), plan, program });
    },
  };
}

function info<T extends { image: unknown }>({ image: _image, ...rest }: T): Omit<T, 'image'> {
  return rest;
}
