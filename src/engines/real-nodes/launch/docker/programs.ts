import { buffer } from 'node:stream/consumers';
import { DevnetError, messageOf } from '../../../../base/error.js';
import type { Program, ProgramInfo } from '../launcher.js';
import { programNames } from '../program-names.js';
import { checkPair, checkVersion } from '../supported.js';
import { parseVersion } from '../version.js';
import { type Client, unlessDone } from './client.js';
import { findImage, type Image, type Images, imageName, imageSettings, otherPlatform } from './images.js';
import type { Labels } from './labels.js';
import { outputLines } from './output.js';
import type { Version, VersionCache } from './version-cache.js';

/** A program on the PATH of an image. */
export type ImageProgram = ProgramInfo & { image: Image };

/** How long a program may take to report its version, in ms. */
const probeTimeout = 20_000;

export type ProgramsOptions = {
  client: Client;
  images: Images;
  labels: Labels;
  /** @default no cache: each start runs the programs */
  versions?: VersionCache | undefined;
  onProgress?: ((step: string) => void) | undefined;
};

/**
 * Finds or pulls the image of one program and reads the version of the program.
 * @throws DevnetError MISSING if the image cannot be pulled, has no such program, or has an unsupported version
 */
export async function findProgram(program: Program, options: ProgramsOptions): Promise<ImageProgram> {
  const { client, images, labels, versions, onProgress } = options;
  const image = await findImage(client, program, await imageName(program, images), onProgress);
  const known = await versions?.find(program, image.id);
  const version = known ?? (await askVersion(client, program, image, labels));
  checkVersion(program, version.version, {
    file: image.name,
    field: imageSettings[program],
    hint: `${imageSettings[program]} sets another image`,
  });
  if (known === undefined) await versions?.keep(program, image.id, version);
  return { ...version, identity: image.id, image };
}

/**
 * Finds all three programs and checks that their versions match. @param find finds one of them
 * @throws DevnetError MISSING for the first missing one: bitcoind, stacks-node, stacks-signer
 */
export async function allPrograms(find: (program: Program) => Promise<ImageProgram>): Promise<Record<Program, ImageProgram>> {
  const [bitcoind, node, signer] = await Promise.allSettled([find('bitcoind'), find('stacks-node'), find('stacks-signer')]);
  if (bitcoind.status === 'rejected') throw bitcoind.reason;
  if (node.status === 'rejected') throw node.reason;
  if (signer.status === 'rejected') throw signer.reason;
  checkPair(node.value, signer.value, 'take both images from one release');
  return { bitcoind: bitcoind.value, 'stacks-node': node.value, 'stacks-signer': signer.value };
}

async function askVersion(client: Client, program: Program, image: Image, labels: Labels): Promise<Version> {
  const { code, output } = await probe(client, program, image, labels);
  const found = code === 0 ? parseVersion(program, output.join('\n')) : undefined;
  if (found === undefined) {
    const other = otherPlatform(image);
    throw new DevnetError(
      'MISSING',
      `${program}: ${other?.text ?? `the image ${image.name} does not report its version: status ${code}`}`,
      {
        field: imageSettings[program],
        expected: `an image with ${program} on its PATH`,
        received: output.join('\n'),
        hint: other?.hint ?? `docker run --rm --entrypoint ${program} ${image.name} ${programNames[program].versionArgs.join(' ')}`,
      },
    );
  }
  return found;
}

async function probe({ docker, ask }: Client, program: Program, image: Image, labels: Labels): Promise<{ code: number; output: string[] }> {
  const { id, name } = image;
  const container = await ask(`making a container of ${name}`, () =>
    docker.createContainer({
      Image: id,
      Entrypoint: [program],
      Cmd: [...programNames[program].versionArgs],
      Labels: labels,
      HostConfig: { NetworkMode: 'none', CapDrop: ['ALL'] },
    }),
  );
  try {
    return await ask(
      `asking ${program} in ${name} for its version`,
      async () => {
        await container.start();
        // The engine may report the exit before all output has arrived. A followed log ends with the last of it.
        const output = await buffer(await container.logs({ follow: true, stdout: true, stderr: true }));
        const { StatusCode: code } = (await container.wait()) as { StatusCode: number };
        return { code, output: outputLines(output) };
      },
      probeTimeout,
    );
  } catch (error) {
    if (error instanceof DevnetError) throw error;
    const other = otherPlatform(image);
    throw new DevnetError('MISSING', `${program}: ${other?.text ?? `the image ${name} cannot be run`}: ${messageOf(error)}`, {
      field: imageSettings[program],
      expected: `an image with ${program} on its PATH`,
      received: name,
      hint: other?.hint ?? `${imageSettings[program]} sets another image`,
      cause: error,
    });
  } finally {
    await unlessDone(() => container.remove({ force: true, v: true })).catch(() => undefined);
  }
}
