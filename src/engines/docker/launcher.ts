import { randomBytes } from 'node:crypto';
import { throwIfAborted } from '../../error.js';
import type { Launcher, Program } from '../launch/launcher.js';
import { engineAddress } from './address.js';
import { type Client, connect } from './client.js';
import type { Images } from './images.js';
import { type Labels, runLabels } from './labels.js';
import { allPrograms, findProgram, type ImageProgram } from './programs.js';
import { sweepRuns } from './runs.js';
import { openSite } from './site.js';
import { createVersionCache } from './version-cache.js';

export type DockerLauncherOptions = {
  images: Images;
  /** `DOCKER_HOST`, `HOME` and `XDG_RUNTIME_DIR` say where the container engine is. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Of this package, for a label. */
  version: string;
  /** Where the versions of programs in images are kept from start to start. @default nowhere */
  cache?: { dir: string; enabled: boolean } | undefined;
  /** Told of pulls. */
  onProgress?: ((step: string) => void) | undefined;
};

/**
 * Launches the services of a network as containers of an engine on this machine, by Docker's API alone. Everything is labelled with
 * its run and the process that answers for it. Nothing ends the containers of a process that was killed by SIGKILL at once: the next
 * start of any network removes them.
 * @example
 * const launcher = createDockerLauncher({ images: {}, environment: { HOME: '/home/me' }, version: '1.0.0' });
 */
export function createDockerLauncher({ images, environment, version, cache, onProgress }: DockerLauncherOptions): Launcher {
  const versions = cache?.enabled ? createVersionCache(cache.dir) : undefined;
  const run = async (): Promise<{ client: Client; labels: Labels; run: string }> => {
    const name = randomBytes(6).toString('hex');
    return { client: await connect(await engineAddress(environment)), labels: await runLabels(name, version), run: name };
  };
  const found = new Map<Program, Promise<ImageProgram>>();
  const program = (name: Program): Promise<ImageProgram> => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const finding = run().then(({ client, labels }) => findProgram(name, { client, images, labels, versions, onProgress }));
    found.set(name, finding);
    finding.catch(() => found.delete(name)); // what lacks may be there the next time
    return finding;
  };
  return {
    name: 'docker',
    async programs() {
      const { bitcoind, 'stacks-node': node, 'stacks-signer': signer } = await allPrograms(program);
      return { bitcoind: info(bitcoind), 'stacks-node': info(node), 'stacks-signer': info(signer) };
    },
    async open(plan) {
      throwIfAborted(plan.signal);
      const options = await run();
      const ended = await sweepRuns(options.client);
      if (ended > 0) plan.onProgress?.(`ended ${ended} ${ended === 1 ? 'container' : 'containers'} of an earlier run`);
      return openSite({ ...options, plan, program });
    },
  };
}

function info<T extends { image: unknown }>({ image: _image, ...rest }: T): Omit<T, 'image'> {
  return rest;
}
