import { imageName } from '#dist/engines/real-nodes/launch/docker/images.js';
import { createDockerLauncher, type DockerLauncherOptions } from '#dist/engines/real-nodes/launch/docker/launcher.js';
import type { DockerService } from '#dist/engines/real-nodes/launch/docker/service.js';
import type { Launcher, Service } from '#dist/engines/real-nodes/launch/launcher.js';
import { resolveOptions } from '#dist/project/config/resolve.js';
import type { Hands } from '../../hands.js';

/** The images of the tests: those of the variables `DEVNET_IMAGES_…`, else the defaults. */
const configured = resolveOptions({
  images: {
    bitcoind: process.env['DEVNET_IMAGES_BITCOIND'],
    stacksNode: process.env['DEVNET_IMAGES_STACKS_NODE'],
    stacksSigner: process.env['DEVNET_IMAGES_STACKS_SIGNER'],
  },
}).images;
export const images = {
  bitcoind: await imageName('bitcoind', configured),
  stacksNode: await imageName('stacks-node', configured),
  stacksSigner: await imageName('stacks-signer', configured),
};

/** Starts real nodes as containers. */
export function dockerLauncher(changes: Partial<DockerLauncherOptions> = {}): Launcher {
  return createDockerLauncher({ images, environment: process.env, version: '0.0.0-test', ...changes });
}

/** As `docker kill`, `restart`, `pause` and `unpause` do it. */
export const containerHands: Hands = {
  kill: (service) => container(service).kill(),
  restart: (service) => container(service).restart(),
  pause: (service) => container(service).pause(),
  resume: (service) => container(service).unpause(),
};

function container(service: Service): DockerService['container'] {
  if (!('container' in service)) throw new TypeError(`${service.name} is no container`);
  return (service as DockerService).container;
}
