import { createHash } from 'node:crypto';
import { DevnetError } from '../../../../base/error.js';
import { until } from '../../../common/follow/until.js';
import { BITCOIND, STACKS_NODE, signerName } from '../../settings/services.js';
import { imageSettings } from '../docker/images.js';
import type { Launcher, Program, ProgramInfo } from '../launcher.js';
import { programNames } from '../program-names.js';
import { readVersion } from '../version.js';
import { type Container, createContainer } from './container.js';
import { openEnvironment } from './environment.js';

/** The services of compose/compose.yaml that run nodes. */
export const composeServices: readonly string[] = [BITCOIND, STACKS_NODE, signerName(0)];

/** How long a program may take to report its version, in ms. */
const probeMs = 60_000;

/**
 * Launches the services of a network in containers that Docker Compose started from compose/compose.yaml, without the API of a
 * container engine. This process runs in one of them. All containers share a network namespace and a folder.
 * @param folder the shared folder, for example `/devnet`
 */
export function createComposeLauncher(folder: string): Launcher {
  const containers = new Map(composeServices.map((name) => [name, createContainer(folder, name)] as const));
  return {
    name: 'docker',
    async programs() {
      const [bitcoind, node, signer] = await Promise.all([
        identify(containers, 'bitcoind'),
        identify(containers, 'stacks-node'),
        identify(containers, 'stacks-signer'),
      ]);
      return { bitcoind, 'stacks-node': node, 'stacks-signer': signer };
    },
    async open(plan) {
      const absent = Object.keys(plan.services).find((service) => !containers.has(service));
      if (absent !== undefined) {
        throw new DevnetError('UNSUPPORTED', `compose/compose.yaml has no service ${absent}`, {
          field: 'signers',
          expected: '1',
          received: `${Object.keys(plan.services).length - 2}`,
        });
      }
      return openEnvironment(folder, containers, plan);
    },
  };
}

/** Asks the service that is named after a program. A checksum of the file distinguishes builds of the same version. */
async function identify(containers: ReadonlyMap<string, Container>, program: Program): Promise<ProgramInfo> {
  const container = containers.get(program);
  if (container === undefined) throw new DevnetError('INTERNAL', `no service runs ${program}`);
  await container.up();
  await container.signal('KILL');
  await container.run(['sh', '-c', '"$@" 2>&1; sha256sum <"$(command -v "$1")"', 'sh', program, ...programNames[program].versionArgs]);
  await until({
    what: `${program} to report its version`,
    timeoutMs: probeMs,
    look: () => container.status(),
  });
  const output = await container.output(20);
  const image = `the image of the service ${container.name}`;
  const version = await readVersion(program, image, output.join('\n'));
  const [checksum] = /^[0-9a-f]{64}\b/.exec(output.at(-1) ?? '') ?? [];
  if (checksum === undefined) {
    throw new DevnetError('MISSING', `${program}: sha256sum in ${image} returned no checksum`, {
      field: imageSettings[program],
      expected: 'an image with sha256sum on its PATH',
      received: output.at(-1),
    });
  }
  return { ...version, identity: createHash('sha256').update(checksum).digest('hex') };
}
